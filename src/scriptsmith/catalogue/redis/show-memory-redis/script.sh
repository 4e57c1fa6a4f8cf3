#!/usr/bin/env bash
# Show how much memory a Redis server uses, how much it may use, and what happens at the limit.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-memory-redis [--host HOST] [--port PORT]

Say how much memory the data take, now and at most, how much the process occupies, the limit and the
share of it that is used, the eviction policy, and how many keys were evicted since the start. A
password comes from the environment variable REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done, 1 the server's answer is not understood, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-memory-redis: %s\n' "$2" >&2
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

info=$(ask INFO)
field() { sed -n "s/^$1://p" <<<"$info"; } # FIELD: its value in what INFO printed
used=$(field used_memory)
[[ $used =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
limit=$(field maxmemory) policy=$(field maxmemory_policy) human=$(field maxmemory_human) host_has=$(field total_system_memory_human)
if [[ -z $limit ]]; then # INFO tells it since Redis 3.2
  limit=$(ask CONFIG GET maxmemory 2>/dev/null | sed -n 2p) && policy=$(ask CONFIG GET maxmemory-policy 2>/dev/null | sed -n 2p) || limit=''
fi

printf 'used: %s (at most %s, process %s)\n' "$(field used_memory_human)" "$(field used_memory_peak_human)" "$(field used_memory_rss_human)"
if [[ $limit =~ ^[1-9][0-9]*$ ]]; then
  printf 'limit: %s, %d percent used\n' "${human:-$((limit / 1048576)) MiB}" "$((used * 100 / limit))"
  case $policy in
    noeviction) printf 'at the limit: noeviction, writes are refused\n' ;;
    volatile-*) printf 'at the limit: %s, keys with an expiry are evicted; with none left writes are refused\n' "$policy" ;;
    *) printf 'at the limit: %s, keys are evicted\n' "$policy" ;;
  esac
  [[ $(field role) != slave ]] || printf 'note: a replica leaves that to its master, unless replica-ignore-maxmemory is set to no\n'
elif [[ $limit =~ ^0+$ ]]; then
  printf 'limit: none of its own; the host has %s, its container or service may be allowed less\n' "${host_has:-an amount that is not told}"
else
  printf 'limit: NOT KNOWN, this server tells it neither in INFO nor by CONFIG GET; look for maxmemory in its configuration\n'
fi
printf 'evicted keys since the start: %s\n' "$(field evicted_keys)"
printf 'fragmentation ratio: %s\n' "$(field mem_fragmentation_ratio)"
