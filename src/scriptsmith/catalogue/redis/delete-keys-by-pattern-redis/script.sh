#!/usr/bin/env bash
# Delete the keys of a Redis server that match a pattern, in small steps, so that it stays usable.
#
# Undo: none, only a snapshot or a replica that was cut off in time brings them back. Look at --dry-run.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-keys-by-pattern-redis --pattern GLOB [--database N] [--max N] [--host HOST]
       [--port PORT] [--dry-run]

Count the keys that match GLOB with SCAN, and if there are not too many delete them with UNLINK, step
by step (Redis 5 or later). A pattern with fewer than three plain characters is refused: it would take
nearly everything, and so is a node of a cluster, which has only some of the keys. Keys that are made
meanwhile may or may not be met. The count and the number deleted are told; a key may be counted
twice. A password comes from REDISCLI_AUTH.

  --pattern GLOB  which keys, by a pattern of Redis such as session:*
  --database N    number of the database (default 0)
  --max N         refuse when more keys than this match (default 100000)
  --host HOST     server to ask (default 127.0.0.1)
  --port PORT     port it listens on (default 6379)
  --dry-run       count the keys that match and show some, delete none
  --help          show this text

Exit status: 0 none is left (also when there was none), 1 some are left, 2 wrong usage, 3 refused, or
another precondition fails.
EOF
}

die() {
  printf 'delete-keys-by-pattern-redis: %s\n' "$2" >&2
  exit "$1"
}

pattern='' database=0 max=100000 host=127.0.0.1 port=6379 dry_run=false
while (($# > 0)); do
  case $1 in
    --pattern | --database | --max | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pattern) pattern=$2 ;;
        --database) database=$2 ;;
        --max) max=$2 ;;
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

[[ -n $pattern ]] || die 2 "--pattern is required (see --help)"
[[ $database =~ ^[0-9]{1,4}$ ]] || die 2 "--database takes the number of a database, not ${database@Q}"
[[ $max =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--max takes a whole number above 0, not ${max@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
database=$((10#$database)) max=$((10#$max)) port=$((10#$port))
((${#pattern} <= 200)) || die 2 "--pattern takes 200 characters at most"
[[ $pattern != *[[:cntrl:]]* ]] || die 2 "--pattern takes no control characters"
literal=$pattern set='\[[^]]*\]'
while [[ $literal =~ $set ]]; do literal=${literal/"${BASH_REMATCH[0]}"/}; done
literal=${literal//[\*?\\[]/}
((${#literal} >= 3)) || die 2 "refused: --pattern ${pattern@Q} would match nearly everything"

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

# The server goes through a thousand slots in each step; names never leave it, so any bytes are safe.
# Gives the next position, the number of keys met, and one of them in quotes.
count_step='local r = redis.call("SCAN", ARGV[1], "MATCH", ARGV[2], "COUNT", 1000)
return {r[1], #r[2], r[2][1] and string.format("%q", r[2][1]) or ""}'
unlink_step='local r = redis.call("SCAN", ARGV[1], "MATCH", ARGV[2], "COUNT", 1000)
local n = 0
for _, key in ipairs(r[2]) do n = n + redis.call("UNLINK", key) end
return {r[1], n, ""}'

sweep() { # SCRIPT: goes through all keys; leaves the number in total and some names in names
  local position=0 reply number name
  total=0 names=()
  while :; do
    reply=$(ask -n "$database" EVAL "$1" 0 "$position" "$pattern")
    { read -r position && read -r number && IFS= read -r name; } <<<"$reply"$'\n' || true
    [[ $position =~ ^[0-9]+$ && $number =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood: ${reply//[[:cntrl:]]/ }"
    total=$((total + number))
    if [[ -n $name ]] && ((${#names[@]} < 5)); then names+=("${name//[[:cntrl:]]/?}"); fi
    [[ $position != 0 ]] || break
  done
}

# A node of a cluster goes through its own keys only.
mode=$(ask INFO cluster)
[[ $mode == *cluster_enabled:[01]* ]] || die 3 "$host port $port does not tell whether it belongs to a cluster"
[[ $mode != *cluster_enabled:1* ]] || die 3 "refused: $host port $port belongs to a cluster, and has only some of the keys"

# redis-cli goes on in database 0 when it cannot take the one that is asked for.
((database == 0)) || ask SELECT "$database" >/dev/null
sweep "$count_step"
found=$total
if ((found == 0)); then
  [[ $pattern == *[\*?[]* ]] || printf 'note: without a wildcard this names one key; those that begin so are %s*\n' "$pattern" >&2
  printf 'nothing to delete: no key of database %d matches %s\n' "$database" "${pattern@Q}"
  exit 0
fi
printf 'for example: %s\n' "${names[@]}"
((found <= max)) || die 3 "refused: $found keys match ${pattern@Q}, more than $max"
if $dry_run; then
  printf 'would delete: %d keys of database %d that match %s\n' "$found" "$database" "${pattern@Q}"
  exit 0
fi

sweep "$unlink_step"
deleted=$total
sweep "$count_step"
printf 'deleted: %d keys of database %d that match %s\n' "$deleted" "$database" "${pattern@Q}"
((total == 0)) || die 1 "$total keys match still, or again: something makes new ones"
