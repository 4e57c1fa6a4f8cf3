#!/usr/bin/env bash
# Empty the slow log of a Redis server. No data and no settings change.
#
# Undo: none, the entries are gone; show-slow-log-redis shows them before.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reset-slow-log-redis [--host HOST] [--port PORT] [--dry-run]

Remove all the entries of the slow log (SLOWLOG RESET), and check that they are gone. Commands that are
slow from now on are logged as before. A password comes from the environment variable REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --dry-run    say how many entries there are, remove none
  --help       show this text

Exit status: 0 it is empty (also when it was), 1 it is not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reset-slow-log-redis: %s\n' "$2" >&2
  exit "$1"
}

host=127.0.0.1 port=6379 dry_run=false
while (($# > 0)); do
  case $1 in
    --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not $port"
for tool in redis-cli timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The password, if there is one, comes from REDISCLI_AUTH. redis-cli ends with 0 although the server
# refuses a command, so the reply itself has to be looked at.
ask() {
  local reply
  reply=$(timeout 20 redis-cli -h "$host" -p "$port" "$@" 2>&1) || die 3 "no answer from $host port $port: ${reply//[[:cntrl:]]/ }"
  case ${reply#'(error) '} in # --no-raw puts that in front
    'AUTH failed'* | 'Warning: AUTH failed'*) die 3 "$host port $port refuses the password in REDISCLI_AUTH: ${reply%%[[:cntrl:]]*}" ;;
    NOAUTH* | WRONGPASS* | NOPERM* | LOADING*) die 3 "$host port $port: ${reply//[[:cntrl:]]/ }" ;;
    ERR* | MISCONF* | READONLY* | BUSY* | MASTERDOWN* | OOM*) die 1 "$host port $port: ${reply//[[:cntrl:]]/ }" ;;
  esac
  printf '%s\n' "${reply//$'\r'/}"
}

entries=$(ask SLOWLOG LEN)
[[ $entries =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
if ((entries == 0)); then
  printf 'empty already: the slow log of %s port %d\n' "$host" "$port"
  exit 0
fi
if $dry_run; then
  printf 'would remove: %d entries of the slow log of %s port %d\n' "$entries" "$host" "$port"
  exit 0
fi

newest() { # the number of the newest entry; they are never used twice
  local reply
  reply=$(ask --no-raw SLOWLOG GET 1)
  if [[ $reply =~ 1\)\ 1\)\ \(integer\)\ ([0-9]+) ]]; then printf '%s' "${BASH_REMATCH[1]}"; fi
}
last=$(newest)
[[ -n $last ]] || die 1 "the server's answer is not understood"
answer=$(ask SLOWLOG RESET)
[[ $answer == OK ]] || die 1 "the server did not reset its slow log: ${answer//[[:cntrl:]]/ }"
left=$(ask SLOWLOG LEN)
# A busy server may have logged something meanwhile: those entries have higher numbers.
[[ $left =~ ^[0-9]+$ ]] || die 1 "the server does not tell the length of its slow log"
if ((left > 0)); then
  remaining=$(newest)
  [[ $remaining =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
  ((remaining - left >= last)) || die 1 "the slow log still has $left entries"
fi
printf 'removed: %d entries of the slow log of %s port %d\n' "$entries" "$host" "$port"
