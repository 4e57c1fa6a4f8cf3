#!/usr/bin/env bash
# Show the size of the database of each etcd member, how much of it is in use, and how near it is to
# the quota.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-etcd-database-size [--endpoints URL] [--pki DIR] [--quota MIB]

List each member with the size of its database file, the part in use, what a defragmentation would
give back, and the share of the quota. At the quota etcd takes no more writes and raises the alarm
NOSPACE. The quota is a setting of the servers that they do not tell before version 3.6: give
yours when it is not 2 GiB. The last line says how many members answer, of all that there are.

  --endpoints URL  client addresses of etcd, separated by commas (default: those in
                   ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR        directory with ca.crt, server.crt and server.key, such as
                   /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                   ETCDCTL_KEY say)
  --quota MIB      space quota of the servers in MiB (their --quota-backend-bytes) (default 2048)
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-etcd-database-size: %s\n' "$2" >&2
  exit "$1"
}

endpoints='' pki='' quota=2048
while (($# > 0)); do
  case $1 in
    --endpoints | --pki | --quota)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --endpoints) endpoints=$2 ;;
        --pki) pki=$2 ;;
        --quota) quota=$2 ;;
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

[[ -z $endpoints || $endpoints =~ ^https?://[][A-Za-z0-9._:,/-]+$ ]] || die 2 "--endpoints takes addresses such as https://10.0.0.1:2379, not '$endpoints'"
[[ $quota =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--quota takes a whole number of MiB above 0, not '$quota'"
quota=$((10#$quota))
command -v etcdctl >/dev/null || die 3 "etcdctl is not installed"
export ETCDCTL_API=3 # before 3.4 etcdctl speaks another API unless it is told
command -v jq >/dev/null || die 3 "jq is not installed"

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

# A member that is down makes etcdctl fail; those that answer are still listed.
state=$(e endpoint status --cluster --write-out=json) || true
[[ $state == '['* ]] || die 1 "etcd does not answer (no quorum, or a wrong address or certificates)"
members=$(e member list --write-out=simple 2>/dev/null) || members=''
jq -r --argjson quota "$quota" --arg members "$members" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def mebibytes: . / 1048576 * 10 | floor / 10;
  unique_by(.Status.header.member_id) |
  (sort_by(.Endpoint)[] | .Status as $s
    | (if ($s.dbSizeQuota // 0) > 0 then $s.dbSizeQuota else $quota * 1048576 end) as $limit
    | ($s.dbSize * 100 / $limit | floor) as $share
    | "\(.Endpoint | clean): \($s.dbSize | mebibytes) MiB, \(if $s.dbSizeInUse then "\($s.dbSizeInUse | mebibytes) MiB in use, \($s.dbSize - $s.dbSizeInUse | mebibytes) MiB to gain" else "in use not told" end), \($share)% of the quota of \($limit | mebibytes) MiB\(if ($s.dbSizeQuota // 0) > 0 then "" else " (given or assumed, not told by the server)" end)\(if $share >= 80 then "  NEARLY FULL" else "" end)",
      "  version \($s.version | clean), revision \($s.header.revision), \(if $s.leader == $s.header.member_id then "leader" else "follower" end)",
      ($s.errors[]? | "  ERROR: \(clean)")),
  ($members | split("\n") | map(select(. != "")) | length) as $known
  | if $known > 0 then "\(length) of \($known) members answer" else "\(length) members answer, of a number that is not known" end
' <<<"$state" || die 1 "what etcdctl says is not understood"
