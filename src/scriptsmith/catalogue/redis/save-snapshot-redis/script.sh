#!/usr/bin/env bash
# Save a snapshot of a Redis server to its dump file in the background, and wait until it is written.
#
# Undo: none needed; the former dump file of the server is replaced by the new one.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: save-snapshot-redis [--host HOST] [--port PORT] [--timeout N] [--dry-run]

Start BGSAVE and wait until the server says that it was written. A save or a rewrite of the append-only
file that runs already is waited for first, for it lacks what was written since it began. The server
forks: writes during the save cost memory, up to as much again, so it is refused when the data
take more than half of the host's memory. A lower limit of its container is not known here. A password
comes from REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --timeout N  how long to wait for the snapshot in all, in seconds (default 300)
  --dry-run    say what would be saved, save nothing
  --help       show this text

Exit status: 0 saved, 1 it failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'save-snapshot-redis: %s\n' "$2" >&2
  exit "$1"
}

host=127.0.0.1 port=6379 timeout=300 dry_run=false
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
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not ${timeout@Q}"
port=$((10#$port)) timeout=$((10#$timeout))
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
    'ERR Background save already in progress'* | 'ERR Another child process is active'* | \
      'ERR An AOF log rewriting in progress'*) ;; # for the caller: it can wait
    ERR* | MISCONF* | READONLY* | BUSY* | MASTERDOWN* | OOM*) die 1 "$host port $port: ${reply//[[:cntrl:]]/ }" ;;
  esac
  printf '%s\n' "${reply//$'\r'/}"
}

field() { sed -n "s/^$1://p" <<<"$info"; } # FIELD: its value in what INFO printed
info=$(ask INFO)
used=$(field used_memory) memory=$(field total_system_memory)
saved=$(field rdb_last_save_time) running=$(field rdb_bgsave_in_progress)
[[ $used =~ ^[0-9]+$ && $saved =~ ^[0-9]+$ && $running =~ ^[01]$ ]] || die 1 "the server's answer is not understood"
if [[ $memory =~ ^[1-9][0-9]*$ ]]; then
  ((used <= memory / 2)) ||
    die 3 "refused: the data take $((used / 1048576)) of the host's $((memory / 1048576)) MiB, the copy might not fit"
fi
describe() { told="$(field used_memory_human) of data, $(field rdb_changes_since_last_save) changes since the last save"; }
describe
if $dry_run; then
  printf 'would save: %s; a lower memory limit of its container is not known here\n' "$told"
  exit 0
fi

started=false
for ((waited = 0; waited < timeout; waited++)); do
  sleep 1 # also so that the time of the new save differs from the last one, which is in whole seconds
  if ! $started; then
    info=$(ask INFO persistence)
    changes=$(field rdb_changes_since_last_save) saved=$(field rdb_last_save_time)
    # Not SCHEDULE: the result that the server tells would be that of an earlier save until it begins.
    answer=$(ask BGSAVE)
    case $answer in
      'Background saving started'*) started=true told="${told%,*}, ${changes:-unknown} changes since the last save" ;;
      'ERR '*) ((waited > 0)) || printf 'waiting: the server saves or rewrites already\n' ;;
      *) die 1 "the server does not save: ${answer//[[:cntrl:]]/ }" ;;
    esac
    continue
  fi
  info=$(ask INFO persistence)
  if [[ $(field rdb_bgsave_in_progress) == 0 ]]; then
    result=$(field rdb_last_bgsave_status)
    [[ $result == ok ]] || die 1 "the save failed (status $result): see the server's log, and the space on its disk"
    now=$(field rdb_last_save_time)
    if [[ $now != "$saved" ]]; then
      printf 'saved: %s, at %(%Y-%m-%d %H:%M:%S)T\n' "$told" "$now"
      exit 0
    fi
  fi
done
$started || die 1 "the server still saves or rewrites after $timeout s, and no new save was started"
die 1 "the snapshot is not written after $timeout s"
