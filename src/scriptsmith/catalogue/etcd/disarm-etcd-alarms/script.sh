#!/usr/bin/env bash
# Disarm the alarms of an etcd cluster, if they say that space ran out and there is space again.
#
# Undo: none is needed: an alarm comes back by itself when its cause does.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disarm-etcd-alarms [--endpoints URL] [--pki DIR] [--quota MIB] [--dry-run]

Disarm the NOSPACE alarms, so that etcd takes writes again. Refused while any database is above 90
percent of the quota, for then the alarm would be back soon: compact and defragment first, or
raise the quota of the servers. Refused as well while a member has the alarm CORRUPT, because all
alarms are disarmed together and that one protects the data.

  --endpoints URL  client addresses of etcd, separated by commas (default: those in
                   ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR        directory with ca.crt, server.crt and server.key, such as
                   /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                   ETCDCTL_KEY say)
  --quota MIB      space quota of the servers in MiB (their --quota-backend-bytes) (default 2048)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disarm-etcd-alarms: %s\n' "$2" >&2
  exit "$1"
}

endpoints='' pki='' quota=2048 dry_run=false
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

alarms() { e alarm list --write-out=simple; }

list=$(alarms) || die 3 "etcd does not answer (no quorum, or a wrong address or certificates)"
if [[ $list != *alarm:* ]]; then
  printf 'nothing to disarm: etcd has no alarms\n'
  exit 0
fi
printf '%s\n' "${list//[[:cntrl:]]/ }"
[[ $list != *alarm:CORRUPT* ]] || die 3 "refused: a member has the alarm CORRUPT; replace that member first"

state=$(e endpoint status --cluster --write-out=json) || die 3 "not every member tells its size"
full=$(jq -r --argjson quota "$quota" '
  .[] | ((if (.Status.dbSizeQuota // 0) > 0 then .Status.dbSizeQuota else $quota * 1048576 end)) as $limit
  | select(.Status.dbSize * 10 > $limit * 9) | "\(.Endpoint) has \(.Status.dbSize / 1048576 | floor) of \($limit / 1048576 | floor) MiB"' <<<"$state") ||
  die 3 "what etcdctl says is not understood"
[[ -z $full ]] || die 3 "refused: ${full//$'\n'/, }; compact and defragment first, or give the true quota"
if $dry_run; then
  printf 'would disarm: the alarms above\n'
  exit 0
fi
e alarm disarm >/dev/null || die 1 "could not disarm the alarms"
# An alarm without enough space comes back with the next write.
for second in 0 2; do
  sleep "$second"
  left=$(alarms) || die 1 "cannot read the alarms after disarming them"
  [[ $left != *alarm:* ]] || die 1 "there are alarms again: ${left//[[:cntrl:]]/ } (is the quota smaller than $quota MiB?)"
done
printf 'disarmed: etcd has no alarm any more, so it takes writes\n'
