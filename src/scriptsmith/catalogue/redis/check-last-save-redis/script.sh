#!/usr/bin/env bash
# Check that the last snapshot of a Redis server succeeded and is not too old, and that its AOF is well.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-last-save-redis [--hours N] [--host HOST] [--port PORT]

Say when the server last saved a snapshot, how that went, how many changes there have been since, and
whether the append-only file is on and can be written. A snapshot counts as too old only when there
are changes since and the append-only file is off. Of a server that has saved nothing since it started
that is told, and its start counts. A password comes from REDISCLI_AUTH.

  --hours N    how old the last save may be, in hours (default 24)
  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 in order, 1 saving failed or is too long ago, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-last-save-redis: %s\n' "$2" >&2
  exit "$1"
}

hours=24 host=127.0.0.1 port=6379
while (($# > 0)); do
  case $1 in
    --hours | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --hours) hours=$2 ;;
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

[[ $hours =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--hours takes a whole number of hours above 0, not ${hours@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
hours=$((10#$hours)) port=$((10#$port))
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

clock=$(ask TIME)
now=${clock%%$'\n'*} # by the server's own clock
info=$(ask INFO)
told() { sed -n "s/^$1://p" < <(printf '%s\n' "$info"); } # FIELD: its value in what INFO printed
saved=$(told rdb_last_save_time) changes=$(told rdb_changes_since_last_save) aof=$(told aof_enabled)
[[ $now =~ ^[0-9]+$ && $saved =~ ^[0-9]+$ && $changes =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"

up=$(told uptime_in_seconds)
[[ $up =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
age=$((now - saved)) faults=()
# Before its first save a server gives the time of its own start.
none=false
if ((age >= up - 1)) && [[ $(told rdb_saves) =~ ^0?$ ]]; then none=true; fi
if $none; then
  printf 'last save: none since the start %d min ago\n' "$((up / 60))"
else
  printf 'last save: %(%Y-%m-%d %H:%M:%S)T, %d min ago, last status %s\n' "$saved" "$((age / 60))" "$(told rdb_last_bgsave_status)"
fi
printf 'changes since: %d\n' "$changes"
if [[ $(told rdb_bgsave_in_progress) == 1 ]]; then printf 'a save runs now\n'; fi
if [[ $aof == 1 ]]; then
  if ((age > hours * 3600 && changes > 0)); then
    printf 'note: the snapshot is more than %d h old; the changes since stand in the append-only file only\n' "$hours"
  fi
  printf 'append-only file: on, last write %s, last rewrite %s\n' "$(told aof_last_write_status)" "$(told aof_last_bgrewrite_status)"
  [[ $(told aof_last_bgrewrite_status) == ok ]] || faults+=("the append-only file cannot be rewritten")
  [[ $(told aof_last_write_status) == ok ]] || faults+=("the append-only file cannot be written")
else
  printf 'append-only file: off\n'
  if ((age > hours * 3600 && changes > 0)); then
    if $none; then faults+=("nothing was saved since the start, more than $hours h ago"); else faults+=("the last save is more than $hours h ago"); fi
  elif $none && ((changes > 0)); then
    printf 'note: nothing is saved yet; whether anything will save it, CONFIG GET save tells\n'
  fi
fi
[[ $(told rdb_last_bgsave_status) == ok ]] || faults+=("the last save failed")

((${#faults[@]} == 0)) || die 1 "$(printf '%s; ' "${faults[@]}")see the server's log, and the space on its disk"
