#!/usr/bin/env bash
# Promote a Redis replica: it follows nobody any more and takes writes.
#
# Undo: REPLICAOF with the former master, which it prints; what was written meanwhile is thrown
# away then.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: promote-replica-redis --host HOST [--port PORT] [--master-is-off yes|no] [--dry-run]

Tell the server to follow nobody, check that it is a master, and have it write that into its
configuration file, for it would be a replica again after a restart otherwise. Refused are a
replica whose master is alive (two masters would take writes, and those of one be lost) unless
--master-is-off yes, one that is in the middle of a full copy, for its data are not whole, a node of
a cluster, and one that Sentinel watches. Alive is a master to which the replica has a link, or which
answers or takes connections here; one whose name means nothing here may be alive. Afterwards point clients and other
replicas at it. A password comes from REDISCLI_AUTH.

  --host HOST             the replica
  --port PORT             port it listens on (default 6379)
  --master-is-off yes|no  yes: nobody can write to the old master any more (default no)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 it is a master (also when it was), 1 it is not, 2 wrong usage, 3 refused, or
another precondition fails.
EOF
}

die() {
  printf 'promote-replica-redis: %s\n' "$2" >&2
  exit "$1"
}

host='' port=6379 master_is_off=no dry_run=false
while (($# > 0)); do
  case $1 in
    --host | --port | --master-is-off)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --master-is-off) master_is_off=$2 ;;
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

[[ -n $host ]] || die 2 "--host is required (see --help)"
[[ $master_is_off == yes || $master_is_off == no ]] || die 2 "--master-is-off takes yes or no, not ${master_is_off@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not $port"
for tool in redis-cli timeout getent; do
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
info=$(ask INFO)
role=$(field role)
if [[ $role == master ]]; then
  printf 'nothing to promote: %s port %d is a master already\n' "$host" "$port"
  exit 0
fi
[[ $role == slave ]] || die 1 "the server's answer is not understood"
master=$(field master_host) master_port=$(field master_port) link=$(field master_link_status) copying=$(field master_sync_in_progress)
keys=$(sed -n 's/^db[0-9]*:keys=\([0-9]*\),.*/\1/p' <<<"$info" | paste -sd+ -)
# While the link is down the time of the last traffic is -1. Without its age a replica that lost its master last week looks like any other.
age="last traffic $(field master_last_io_seconds_ago) s ago" since=$(field master_link_down_since_seconds)
if [[ $link == down ]]; then age='and never was up since it started'; fi
if [[ $link == down && $since =~ ^[0-9]+$ ]]; then age="for $since s, so its data are at least that old"; fi
printf 'replica of %s port %s: link %s, %s, %d keys\n' "${master//[[:cntrl:]]/?}" "$master_port" "$link" "$age" "$((${keys:-0}))"
[[ $(field cluster_enabled) == 0 ]] || die 3 "refused: it is a node of a cluster; use CLUSTER FAILOVER"
[[ $copying == 0 ]] || die 3 "refused: it is receiving a full copy, its data are not whole"
if [[ $link == down && $master_is_off == no ]] && ! getent ahosts "$master" >/dev/null; then
  die 3 "refused: the name of its master, ${master//[[:cntrl:]]/?}, is not known here, so that it may be alive; make sure that it is off (--master-is-off yes)"
fi
# A link may be down though the master serves: a wrong password, a firewall. Any answer means that it lives.
if [[ $link == down && $master_is_off == no ]] && answer=$(timeout 5 redis-cli -h "$master" -p "$master_port" PING 2>&1); then
  die 3 "refused: its master is alive, it answers '${answer//[[:cntrl:]]/ }'; stop that first (--master-is-off yes)"
fi
# One that hangs, or has too many clients, gives no answer and comes back.
# shellcheck disable=SC2016  # the variables are those of the shell inside
if [[ $link == down && $master_is_off == no ]] && timeout 5 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$master" "$master_port" 2>/dev/null; then
  die 3 "refused: its master does not answer and yet takes connections, so it may come back; stop that first (--master-is-off yes)"
fi
[[ $link == down || $master_is_off == yes ]] || die 3 "refused: its master is alive (link $link); stop that first (--master-is-off yes)"
watchers=$(timeout 20 redis-cli -h "$host" -p "$port" CLIENT LIST 2>/dev/null) || watchers=''
[[ $watchers != *' name=sentinel-'* ]] || die 3 "refused: Sentinel watches it, and would make it a replica again: SENTINEL FAILOVER, asked of a Sentinel, does it"
if $dry_run; then
  printf 'would promote: %s port %d\n' "$host" "$port"
  exit 0
fi
answer=$(ask REPLICAOF NO ONE)
[[ $answer == OK* ]] || die 1 "the server does not do it: ${answer//[[:cntrl:]]/ }"
info=$(ask INFO replication)
[[ $(field role) == master ]] || die 1 "it is a replica again: something (Sentinel?) sets it back"
# A server without a configuration file cannot do this, and has nothing to forget.
kept=$(timeout 20 redis-cli -h "$host" -p "$port" CONFIG REWRITE 2>&1) || kept='no answer'
[[ $kept == OK* ]] || printf 'warning: its configuration is not written, so a restart may undo this: %s\n' "${kept//[[:cntrl:]]/ }" >&2
printf 'promoted: %s port %d is a master, with %s replicas of its own\n' "$host" "$port" "$(field connected_slaves)"
# INFO has that field only where min-replicas-to-write is set.
[[ -z $(field min_slaves_good_slaves) ]] || printf 'note: min-replicas-to-write is set: writes are refused while fewer replicas than that are connected\n'
printf 'undo: redis-cli -h %s -p %s REPLICAOF %s %s && redis-cli -h %s -p %s CONFIG REWRITE\n' "$host" "$port" "${master//[[:cntrl:]]/?}" "$master_port" "$host" "$port"
