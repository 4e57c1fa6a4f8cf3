#!/usr/bin/env bash
# Close the connection of one client of a Redis server.
#
# Undo: none needed for the server; the client has to connect again, and loses an open transaction.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: kill-client-redis --id ID [--host HOST] [--port PORT] [--dry-run]

Close the connection of client ID (CLIENT KILL ID) and check that it is gone. Replicas and the link to a
master are refused, for they would have to copy all the data again. What the client was is printed. A
password comes from the environment variable REDISCLI_AUTH.

  --id ID      id of the client, as CLIENT LIST shows it
  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --dry-run    say what would be closed, close nothing
  --help       show this text

Exit status: 0 it is gone (also when there was none), 1 it is still there, 2 wrong usage, 3 it is a
replica or master, or another precondition fails.
EOF
}

die() {
  printf 'kill-client-redis: %s\n' "$2" >&2
  exit "$1"
}

id='' host=127.0.0.1 port=6379 dry_run=false
while (($# > 0)); do
  case $1 in
    --id | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --id) id=$2 ;;
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

[[ -n $id ]] || die 2 "--id is required (see --help)"
[[ $id =~ ^0*[1-9][0-9]{0,14}$ ]] || die 2 "--id takes the id of a client, not ${id@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
id=$((10#$id)) port=$((10#$port))
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

# The line of the client: id=42 addr=10.0.0.7:58217 … flags=N … cmd=get user=default
look() {
  local list line
  list=$(ask CLIENT LIST) || return
  [[ $list == id=* ]] || die 1 "the server's answer is not understood"
  while IFS= read -r line; do
    if [[ $line == "id=$id "* ]]; then printf '%s\n' "${line//[[:cntrl:]]/?}"; fi
  done <<<"$list"
}
part() { # NAME: one part of the client's line
  if [[ $seen =~ \ $1=([^ ]*) ]]; then printf '%s' "${BASH_REMATCH[1]}"; fi
}

seen=$(look)
if [[ -z $seen ]]; then
  printf 'nothing to close: there is no client %d\n' "$id"
  exit 0
fi
told="$(part addr), user $(part user), connected for $(part age) s, idle for $(part idle) s, last command $(part cmd)"
case $(part flags) in
  *[SM]*) die 3 "refused: client $id is a replica or the master of this server ($(part addr))" ;;
esac
if $dry_run; then
  printf 'would close: client %d, %s\n' "$id" "$told"
  exit 0
fi

answer=$(ask CLIENT KILL ID "$id")
[[ $answer =~ ^[01]$ ]] || die 1 "the server did not close it: ${answer//[[:cntrl:]]/ }"
for try in 1 2 3; do # the server may close it a moment later
  left=$(look)
  if [[ -z $left ]]; then
    printf 'closed: client %d, %s\n' "$id" "$told"
    exit 0
  fi
  ((try == 3)) || sleep 1
done
die 1 "client $id is still there"
