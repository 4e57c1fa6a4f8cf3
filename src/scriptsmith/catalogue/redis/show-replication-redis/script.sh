#!/usr/bin/env bash
# Show the role of a Redis server and the state of its replication.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-replication-redis [--host HOST] [--port PORT]

Of a master, list each replica with its state, the seconds since its last word, and the bytes that it
is behind. Of a replica, name its master, the state of the link and the time since the last traffic, and
list its own replicas. How far it is behind its master only that can tell. A password comes from the environment variable REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done, 1 a replica's link is down or has been silent for more than 30 s, a replica of the
server is not online or has been silent for more than 10 s, or the answer is not understood, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-replication-redis: %s\n' "$2" >&2
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

info=$(ask INFO replication)
field() { sed -n "s/^$1://p" <<<"$info"; } # FIELD: its value in what INFO printed
bad=0 seen=0
replicas() {
  local line address state
  # slave0:ip=10.0.0.8,port=6379,state=online,offset=4711,lag=0
  while IFS= read -r line; do
    [[ $line =~ ^slave[0-9]+:ip=([^,]*),port=([0-9]+),state=([a-z_]+),offset=([0-9]+),lag=(-?[0-9]+) ]] || continue
    address=${BASH_REMATCH[1]//[[:cntrl:]]/?} state=${BASH_REMATCH[3]}
    printf 'replica %s port %s: %s, last heard of %s s ago, %d bytes behind\n' "$address" "${BASH_REMATCH[2]}" "$state" \
      "${BASH_REMATCH[5]}" "$((offset - BASH_REMATCH[4]))"
    if [[ $state != online ]] || ((BASH_REMATCH[5] > 10)); then bad=$((bad + 1)); fi
    seen=$((seen + 1))
  done <<<"$info"
  ((bad == 0)) || die 1 "$bad replicas are not online, or have not been heard of for more than 10 s"
  [[ $count == "$seen" ]] || die 1 "the server's answer is not understood: $count replicas, and $seen are told of"
}
offset=$(field master_repl_offset) count=$(field connected_slaves)
case $(field role) in
  master)
    [[ $offset =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
    printf 'master, %s replicas connected\n' "$count"
    replicas
    ;;
  slave)
    link=$(field master_link_status) heard=$(field master_last_io_seconds_ago)
    traffic="last traffic $heard s ago"
    if [[ $heard == -1 ]]; then traffic='no traffic'; fi
    printf 'replica of %s port %s: link %s, %s\n' "$(field master_host)" "$(field master_port)" "$link" "$traffic"
    if [[ $(field master_sync_in_progress) == 1 ]]; then printf 'a full copy is being received\n'; fi
    if [[ $link != up ]]; then
      since=$(field master_link_down_since_seconds)
      if [[ $since =~ ^[0-9]+$ ]]; then link+=", for $since s"; fi
      die 1 "the link to the master is $link"
    fi
    # A master speaks at least every ten seconds.
    [[ ! $heard =~ ^[0-9]+$ ]] || ((heard <= 30)) || die 1 "the link is up, and nothing came from the master for $heard s"
    if [[ $count =~ ^[1-9] && $offset =~ ^[0-9]+$ ]]; then replicas; fi
    ;;
  *) die 1 "the server's answer is not understood" ;;
esac
