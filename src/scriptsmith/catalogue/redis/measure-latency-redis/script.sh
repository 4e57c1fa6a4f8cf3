#!/usr/bin/env bash
# Measure the time that a Redis server takes to answer a PING, over some seconds.
#
# Undo: nothing to undo, it only asks.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: measure-latency-redis [--seconds N] [--host HOST] [--port PORT]

Send a PING about a hundred times a second for N seconds and tell the smallest, largest and average time
until the answer in milliseconds. The network counts too: run it on the server itself to tell them
apart. A password comes from the environment variable REDISCLI_AUTH.

  --seconds N  how long to sample, in seconds (default 5)
  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done, 1 the measurement broke off, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'measure-latency-redis: %s\n' "$2" >&2
  exit "$1"
}

seconds=5 host=127.0.0.1 port=6379
while (($# > 0)); do
  case $1 in
    --seconds | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
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

[[ $seconds =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--seconds takes a whole number of seconds from 1 to 999, not ${seconds@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
seconds=$((10#$seconds)) port=$((10#$port))
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

pong=$(ask PING)
[[ $pong == PONG ]] || die 1 "the server's answer is not understood"

# When its output is no terminal it prints one line at the end: minimum, maximum, average, samples.
rc=0
answer=$(timeout "$((seconds + 10))" redis-cli -h "$host" -p "$port" -i "$seconds" --latency 2>&1) || rc=$?
answer=${answer//[[:cntrl:]]/ }
[[ $answer =~ ^\ *([0-9]+)\ ([0-9]+)\ ([0-9.]+)\ ([0-9]+)\ *$ ]] || die 1 "the measurement broke off (status $rc): $answer"
printf '%s port %d: smallest %s ms, largest %s ms, average %s ms, of %s samples in %d s\n' "$host" "$port" \
  "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}" "${BASH_REMATCH[4]}" "$seconds"
