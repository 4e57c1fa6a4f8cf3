#!/usr/bin/env bash
# Show how many keys each database of a Redis server holds, and how many have an expiry.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-key-counts-redis [--host HOST] [--port PORT]

List each database that is not empty with its keys, how many of them never expire, and the average
time that the others have left (not known until the server has looked at some); then how many keys
expired and were evicted since the start. A server that still loads its data is refused, and of a
node of a cluster is said that the others have keys, too. A password comes from the environment
variable REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done (also when there are no keys), 1 the server's answer is not understood, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-key-counts-redis: %s\n' "$2" >&2
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
[[ $info == *redis_version:* ]] || die 1 "the server's answer is not understood"
# INFO is answered from the first key on.
[[ $(field loading) != 1 && $(field async_loading) != 1 ]] || die 3 "$host port $port still loads its data, so its keys cannot be counted yet"

# db0:keys=4711,expires=12,avg_ttl=999388
databases=0 all=0
while IFS= read -r line; do
  [[ $line =~ ^db([0-9]+):keys=([0-9]+),expires=([0-9]+)(,avg_ttl=([0-9]+))? ]] || continue
  number=${BASH_REMATCH[1]} keys=${BASH_REMATCH[2]} expires=${BASH_REMATCH[3]} ttl=${BASH_REMATCH[5]:-0}
  ((databases > 0)) || printf '%10s %14s %14s %16s\n' DATABASE KEYS 'NEVER EXPIRE' 'AVERAGE TTL (s)'
  # The server says 0 until it has looked at keys that expire.
  left=$((ttl / 1000))
  if ((expires == 0)); then left='-'; elif ((ttl == 0)); then left='not known'; fi
  printf '%10d %14d %14d %16s\n' "$number" "$keys" "$((keys - expires))" "$left"
  databases=$((databases + 1)) all=$((all + keys))
done <<<"$info"
if ((databases == 0)); then
  printf 'there are no keys\n'
else
  printf '%d keys in %d databases\n' "$all" "$databases"
fi
[[ $(field cluster_enabled) != 1 ]] || printf 'note: this is one node of a cluster; the keys of the others are not counted\n'
printf 'since the start: %s expired, %s evicted\n' "$(field expired_keys)" "$(field evicted_keys)"
