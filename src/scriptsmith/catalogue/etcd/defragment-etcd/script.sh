#!/usr/bin/env bash
# Defragment the database of each etcd member that has much free space in its file, one after the
# other, the leader last.
#
# Undo: none, and nothing to undo: the content stays as it is, only the file becomes smaller.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: defragment-etcd [--endpoints URL] [--pki DIR] [--percent N] [--timeout N] [--dry-run]

While a member is defragmented it answers nobody, for seconds up to minutes, so they are taken one
at a time, the leader last, and after each the health of the whole cluster is checked. It is not
begun while any member is not healthy, or was added and never joined; the alarm NOSPACE does not
hinder it. That alarm stays, and etcd refuses to write until it is disarmed: that is told at the end.
With a single member, the cluster stands still meanwhile. It helps only after old revisions were
compacted.

  --endpoints URL  client addresses of etcd, separated by commas (default: those in
                   ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR        directory with ca.crt, server.crt and server.key, such as
                   /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                   ETCDCTL_KEY say)
  --percent N      only members of whose file at least this percentage is free, and 1 MiB
                   (default 20)
  --timeout N      how long one member may take, in seconds (default 300)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'defragment-etcd: %s\n' "$2" >&2
  exit "$1"
}

endpoints='' pki='' percent=20 timeout=300 dry_run=false
while (($# > 0)); do
  case $1 in
    --endpoints | --pki | --percent | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --endpoints) endpoints=$2 ;;
        --pki) pki=$2 ;;
        --percent) percent=$2 ;;
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

[[ -z $endpoints || $endpoints =~ ^https?://[][A-Za-z0-9._:,/-]+$ ]] || die 2 "--endpoints takes addresses such as https://10.0.0.1:2379, not '$endpoints'"
[[ $percent =~ ^[0-9]{1,2}$ ]] || die 2 "--percent takes a percentage from 0 to 99, not '$percent'"
percent=$((10#$percent))
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
command -v etcdctl >/dev/null || die 3 "etcdctl is not installed"
export ETCDCTL_API=3 # before 3.4 etcdctl speaks another API unless it is told
command -v jq >/dev/null || die 3 "jq is not installed"
command -v grep >/dev/null || die 3 "grep is not installed"
version=$(etcdctl version 2>/dev/null </dev/null) || version=''
[[ $version =~ etcdctl\ version:\ ([0-9]+)\.([0-9]+) ]] || die 3 "etcdctl does not tell its version; 3.4 or newer is needed"
((BASH_REMATCH[1] > 3 || (BASH_REMATCH[1] == 3 && BASH_REMATCH[2] >= 4))) || die 3 "etcdctl ${BASH_REMATCH[1]}.${BASH_REMATCH[2]} does not tell how much is free; 3.4 or newer is needed"

[[ -z $endpoints ]] || export ETCDCTL_ENDPOINTS=$endpoints
if [[ -n $pki ]]; then
  for file in ca.crt server.crt server.key; do
    [[ -r $pki/$file ]] || die 3 "cannot read $pki/$file"
  done
  export ETCDCTL_CACERT=$pki/ca.crt ETCDCTL_CERT=$pki/server.crt ETCDCTL_KEY=$pki/server.key
fi
e() { # ARG...: etcdctl, giving up on a server that does not answer
  etcdctl --dial-timeout=5s --command-timeout=10s "$@" </dev/null
}

status_of_all() { e endpoint status --cluster --write-out=json; }
healthy() {
  local said
  # Since 3.5 a member is not healthy while there is an alarm, and NOSPACE is why one defragments.
  said=$(e endpoint health --cluster --write-out=json 2>/dev/null) || true
  [[ $said == '['* ]] && jq -e 'length > 0 and all(.[]; .health or ((.error // "") | test("^Active Alarm\\(s\\): (NOSPACE ?)+$")))' <<<"$said" >/dev/null
}

name_alarms() { # which are left: etcd refuses to write while there is one
  local alarms
  alarms=$(e alarm list 2>/dev/null) || alarms='they cannot be listed'
  [[ -z $alarms ]] || printf 'warning: alarms, with which etcd refuses to write: %s; when there is room again: etcdctl alarm disarm\n' "${alarms//[[:cntrl:]]/ }" >&2
}

state=$(status_of_all) || die 3 "not every member answers (see above); defragment only a cluster that is whole"
[[ $state == '['* ]] || die 3 "etcd does not answer (wrong address or certificates?)"
healthy || die 3 "not every member is healthy; defragment only a cluster that is whole"
known=$(e member list --write-out=simple 2>/dev/null) || die 3 "etcd does not list its members"
known=$(grep -c . <<<"$known") answering=$(jq '[.[].Status.header.member_id] | unique | length' <<<"$state")
[[ $answering == "$known" ]] || die 3 "of $known members $answering answer at an address of their own; defragment only a cluster that is whole"
list=$(jq -r --argjson percent "$percent" '
  unique_by(.Status.header.member_id) | sort_by(.Status.leader == .Status.header.member_id)[] | .Status as $s
  | select(($s.dbSize - $s.dbSizeInUse) * 100 >= $percent * $s.dbSize and $s.dbSize - $s.dbSizeInUse >= 1048576)
  | "\($s.dbSize)|\(if $s.leader == $s.header.member_id then "leader" else "follower" end)|\(.Endpoint)"' <<<"$state") ||
  die 3 "what etcdctl says is not understood"
if [[ -z $list ]]; then
  printf 'nothing to do: no member has %d%% of its database free, and 1 MiB\n' "$percent"
  name_alarms
  exit 0
fi
mapfile -t members <<<"$list"
need=$(jq '[.[].Status.dbSizeInUse] | max / 1048576 | ceil' <<<"$state") || die 3 "what etcdctl says is not understood"
printf 'note: for the new file a member needs up to %d MiB more on the disk of its database, which cannot be seen from here; it answers nobody meanwhile\n' "$need"
[[ $known != 1 ]] || printf 'warning: the only member, so etcd stands still meanwhile\n' >&2

for member in "${members[@]}"; do
  IFS='|' read -r size role endpoint <<<"$member"
  [[ $size =~ ^[0-9]+$ ]] || die 1 "the size of $endpoint cannot be read"
  if $dry_run; then
    printf 'would defragment: %s (%s, %d MiB)\n' "$endpoint" "$role" $((size / 1048576))
    continue
  fi
  ETCDCTL_ENDPOINTS=$endpoint etcdctl --dial-timeout=5s --command-timeout="${timeout}s" defrag </dev/null ||
    die 1 "could not defragment $endpoint (if it took too long, it goes on; else look for room on its disk); the members after it are left as they are"
  # The leader may have changed, and a member needs a moment to come back.
  for ((try = 1; try <= 10; try++)); do
    ! healthy || break
    ((try < 10)) || die 1 "the cluster is not healthy after $endpoint; the members after it are left as they are"
    sleep 3
  done
  after=$(status_of_all) || die 1 "not every member answers after $endpoint"
  now=$(jq -r --arg endpoint "$endpoint" '.[] | select(.Endpoint == $endpoint) | .Status.dbSize' <<<"$after")
  [[ $now =~ ^[0-9]+$ ]] || die 1 "the size of $endpoint cannot be read after the defragmentation"
  printf 'defragmented: %s (%s), from %d to %d MiB\n' "$endpoint" "$role" $((size / 1048576)) $((now / 1048576))
done
name_alarms
