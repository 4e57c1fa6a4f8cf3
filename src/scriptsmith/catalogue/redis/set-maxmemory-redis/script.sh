#!/usr/bin/env bash
# Set the memory limit of a running Redis server.
#
# Undo: CONFIG SET maxmemory with the former number of bytes, as it prints; 0 is no limit.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-maxmemory-redis --size MIB [--host HOST] [--port PORT] [--dry-run]

Set maxmemory until the server restarts, and check it. It is refused below what the data take now, for
keys would be evicted or writes refused at once, and above nine tenths of the host's memory. Redis does
not tell the limit of its own container or service, which may be lower. Replicas and other nodes keep
their limits; a replica ignores its own as a rule, and that is told. The configuration file is not changed. A password comes from REDISCLI_AUTH.

  --size MIB   the limit, in MiB
  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --dry-run    say what would be set, change nothing
  --help       show this text

Exit status: 0 it is set (also when it was), 1 it is not, 2 wrong usage, 3 refused, or another
precondition fails.
EOF
}

die() {
  printf 'set-maxmemory-redis: %s\n' "$2" >&2
  exit "$1"
}

size='' host=127.0.0.1 port=6379 dry_run=false
while (($# > 0)); do
  case $1 in
    --size | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --size) size=$2 ;;
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

[[ -n $size ]] || die 2 "--size is required (see --help)"
[[ $size =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--size takes a whole number of MiB above 0, not ${size@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
size=$((10#$size)) port=$((10#$port))
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

field() { sed -n "s/^$1://p" <<<"$info"; } # FIELD: its value in what INFO printed
info=$(ask INFO memory)
used=$(field used_memory) before=$(field maxmemory) memory=$(field total_system_memory)
[[ $used =~ ^[0-9]+$ && $before =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
state=$(ask INFO replication)
if [[ $state == *role:slave* ]]; then
  heeds=$(ask CONFIG GET replica-ignore-maxmemory 2>/dev/null | sed -n 2p) || heeds=''
  printf 'warning: %s port %s is a replica: with replica-ignore-maxmemory yes (here: %s) it ignores this limit until it becomes the primary, with no it evicts keys that the primary still has; set the primary, too\n' "$host" "$port" "${heeds:-not known}" >&2
fi
bytes=$((size * 1048576))
if ((bytes == before)); then
  printf 'set already: %d MiB\n' "$size"
  exit 0
fi
((bytes > used)) || die 3 "refused: the data take $((used / 1048576)) MiB now, more than $size MiB"
if [[ $memory =~ ^[1-9][0-9]*$ ]]; then
  ((bytes <= memory * 9 / 10)) || die 3 "refused: the host has $((memory / 1048576)) MiB in all"
fi
former="$before bytes"
if ((before % 1048576 == 0)); then former="$((before / 1048576)) MiB"; fi
if ((before == 0)); then former='no limit'; fi
if $dry_run; then
  printf 'would set: %d MiB (now %s, %d MiB used)\n' "$size" "$former" "$((used / 1048576))"
  exit 0
fi

answer=$(ask CONFIG SET maxmemory "$bytes")
[[ $answer == OK ]] || die 1 "the server does not take it: ${answer//[[:cntrl:]]/ }"
info=$(ask INFO memory)
after=$(field maxmemory)
[[ $after == "$bytes" ]] || die 1 "the limit is ${after@Q} bytes, not $bytes"
printf 'set: %d MiB (before: %s), %d MiB used, until the next restart\n' "$size" "$former" "$((used / 1048576))"
printf 'note: a limit of its container or service, which Redis does not tell, has to be higher; replicas keep theirs\n'
printf 'undo: redis-cli -h %s -p %s CONFIG SET maxmemory %s\n' "$host" "$port" "$before"
