#!/usr/bin/env bash
# Set the eviction policy of a running Redis server.
#
# Undo: CONFIG SET maxmemory-policy with the former policy, as it prints. Keys that were evicted do not come back.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-eviction-policy-redis --policy POLICY [--host HOST] [--port PORT] [--dry-run]

Set maxmemory-policy until the server restarts, and check it. noeviction refuses writes at the limit;
allkeys-* evict any key, volatile-* only keys with an expiry. On a server that is at its limit an
evicting policy removes keys at once; on one without a limit (maxmemory 0) none has any effect, and
that is told. The configuration file and replicas are not changed. A password comes from REDISCLI_AUTH.

  --policy POLICY  what to do at the limit
  --host HOST      server to ask (default 127.0.0.1)
  --port PORT      port it listens on (default 6379)
  --dry-run        say what would be set, change nothing
  --help           show this text

Exit status: 0 it is set (also when it was), 1 it is not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-eviction-policy-redis: %s\n' "$2" >&2
  exit "$1"
}

policy='' host=127.0.0.1 port=6379 dry_run=false
while (($# > 0)); do
  case $1 in
    --policy | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --policy) policy=$2 ;;
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

[[ -n $policy ]] || die 2 "--policy is required (see --help)"
[[ $policy =~ ^(noeviction|allkeys-(lru|lfu|random)|volatile-(lru|lfu|random|ttl))$ ]] || die 2 "--policy takes the name of a policy, not ${policy@Q}"
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

# The reply is the name of the setting, and its value on the next line.
look() {
  local reply
  reply=$(ask CONFIG GET maxmemory-policy) || return
  printf '%s\n' "${reply#*$'\n'}"
}

unlimited() {
  local reply
  reply=$(ask CONFIG GET maxmemory) || return
  [[ ${reply#*$'\n'} != 0 ]] || printf 'note: no limit is set (maxmemory 0), so the policy has no effect\n' >&2
}
before=$(look)
[[ $before =~ ^[a-z-]+$ ]] || die 1 "the server's answer is not understood"
if [[ $before == "$policy" ]]; then
  printf 'set already: %s\n' "$policy"
  unlimited
  exit 0
fi
if $dry_run; then
  printf 'would set: %s (now %s)\n' "$policy" "$before"
  exit 0
fi
answer=$(ask CONFIG SET maxmemory-policy "$policy")
[[ $answer == OK ]] || die 1 "the server does not take it: ${answer//[[:cntrl:]]/ }"
after=$(look)
[[ $after == "$policy" ]] || die 1 "the policy is ${after@Q} still"
printf 'set: %s (before: %s), until the next restart; replicas keep theirs\n' "$policy" "$before"
printf 'undo: redis-cli -h %s -p %s CONFIG SET maxmemory-policy %s\n' "$host" "$port" "$before"
unlimited
