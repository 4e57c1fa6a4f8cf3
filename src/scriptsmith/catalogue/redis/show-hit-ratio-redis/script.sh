#!/usr/bin/env bash
# Show the share of lookups that found their key on a Redis server, and how busy it is.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-hit-ratio-redis [--host HOST] [--port PORT]

Say how many lookups found their key and how many did not, within five seconds and since the server
started or its statistics were reset: the latter changes slowly, so a cache that has gone cold shows in
the former. Also how many commands it serves a second, and how many keys expired or were evicted since
then: evicted keys are misses to come. A password comes from the environment variable REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done, 1 the server's answer is not understood, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-hit-ratio-redis: %s\n' "$2" >&2
  exit "$1"
}

host=127.0.0.1 port=6379
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
for tool in redis-cli timeout sleep; do
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

field() { sed -n "s/^$1://p" <<<"$info"; } # FIELD: its value in what INFO printed
look() { # sets hits and misses
  info=$(ask INFO)
  hits=$(field keyspace_hits) misses=$(field keyspace_misses)
  [[ $hits =~ ^[0-9]+$ && $misses =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
}
ratio() { # HITS MISSES SPAN
  local tenths
  if (($1 + $2 <= 0)); then
    printf 'hit ratio %s: no lookups\n' "$3"
  else
    tenths=$(($1 * 1000 / ($1 + $2)))
    printf 'hit ratio %s: %d.%d percent (%d hits, %d misses)\n' "$3" "$((tenths / 10))" "$((tenths % 10))" "$1" "$2"
  fi
}
look
hits_before=$hits misses_before=$misses
sleep 5
look
if ((hits < hits_before || misses < misses_before)); then
  printf 'the statistics were reset meanwhile\n'
else
  ratio "$((hits - hits_before))" "$((misses - misses_before))" 'within 5 s'
fi
ratio "$hits" "$misses" 'since the start or a reset'
printf 'commands: %s a second now, %s in all\n' "$(field instantaneous_ops_per_sec)" "$(field total_commands_processed)"
printf 'keys: %s expired, %s evicted\n' "$(field expired_keys)" "$(field evicted_keys)"
printf 'the server has run for %s days\n' "$(field uptime_in_days)"
