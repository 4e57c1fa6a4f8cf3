#!/usr/bin/env bash
# Check whether a Redis server answers a PING, and how fast.
#
# Undo: nothing to undo, it only asks.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-answers-redis [--host HOST] [--port PORT] [--timeout N]

Send PING and say whether the server answers. One that wants another password or none, lacks the right
to PING, or is in protected mode is up; that is said. One that still loads its data, runs a script that
does not end, cannot save, has lost its master, or takes no more clients runs and does not serve. A
port that speaks TLS only does not answer. A password comes from REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --timeout N  how long to wait for an answer, in seconds (default 5)
  --help       show this text

Exit status: 0 it answers, 1 it does not serve or does not answer, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'check-answers-redis: %s\n' "$2" >&2
  exit "$1"
}

host=127.0.0.1 port=6379 timeout=5
while (($# > 0)); do
  case $1 in
    --host | --port | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --timeout) timeout=$2 ;;
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
[[ $timeout =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not ${timeout@Q}"
port=$((10#$port)) timeout=$((10#$timeout))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not $port"
for tool in redis-cli timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

place="$host port $port" rc=0
began=$(date +%s%N)
reply=$(timeout "$timeout" redis-cli -h "$host" -p "$port" PING 2>&1) || rc=$?
took=$((($(date +%s%N) - began) / 1000000))
reply=${reply//[[:cntrl:]]/ } reply=${reply%"${reply##*[! ]}"}
case $rc:$reply in
  0:PONG) printf 'up: %s answered within %d ms\n' "$place" "$took" ;;
  *'max number of clients reached'*) die 1 "$place runs and takes no more clients: $reply" ;;
  # redis-cli 6 puts "Warning: " before it.
  0:*'AUTH failed'*' PONG') printf 'up: %s answered within %d ms, and needs no password: %s\n' "$place" "$took" "$reply" ;;
  0:NOAUTH* | 0:*'AUTH failed'* | 0:WRONGPASS* | 0:NOPERM* | 0:DENIED*) printf 'up: %s answered, and refuses this login: %s\n' "$place" "$reply" ;;
  0:LOADING*) die 1 "$place runs and still loads its data: $reply" ;;
  0:BUSY*) die 1 "$place runs and is held up by a script: $reply" ;;
  0:MASTERDOWN*) die 1 "$place runs and has lost its master: $reply" ;;
  0:MISCONF*) die 1 "$place runs and refuses writes, for it cannot save: $reply" ;;
  124:*) die 1 "$place gave no answer within $timeout s" ;;
  *) die 1 "$place does not answer (status $rc): ${reply:-no message}" ;;
esac
