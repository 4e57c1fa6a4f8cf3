#!/usr/bin/env bash
# Compact the history of an etcd cluster: old revisions of keys go, present values stay.
#
# Undo: none, the former revisions of keys are gone; the present values are not touched.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: compact-etcd-history [--endpoints URL] [--pki DIR] [--keep N] [--dry-run]

Remove all revisions of keys older than the latest N. Present values stay. Watches and reads that
ask for an older revision fail, and their clients begin anew. The space becomes free inside the
database; only a defragmentation gives it back to the disk. A Kubernetes API server does this by
itself every five minutes.

  --endpoints URL  client addresses of etcd, separated by commas (default: those in
                   ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR        directory with ca.crt, server.crt and server.key, such as
                   /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                   ETCDCTL_KEY say)
  --keep N         how many of the latest revisions are kept (default 10000)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'compact-etcd-history: %s\n' "$2" >&2
  exit "$1"
}

endpoints='' pki='' keep=10000 dry_run=false
while (($# > 0)); do
  case $1 in
    --endpoints | --pki | --keep)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --endpoints) endpoints=$2 ;;
        --pki) pki=$2 ;;
        --keep) keep=$2 ;;
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
[[ $keep =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--keep takes a whole number above 0, not '$keep'"
keep=$((10#$keep))
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

# An endpoint that is down makes etcdctl fail; those that answer are still listed.
state=$(e endpoint status --write-out=json) || true
[[ $state == '['* ]] || die 3 "etcd does not answer (wrong address or certificates, or it is down)"
# A number of this size is exact in jq.
revision=$(jq -r '[.[].Status.header.revision] | max' <<<"$state") || die 3 "what etcdctl says is not understood"
[[ $revision =~ ^[0-9]{1,15}$ ]] || die 3 "etcd does not tell its revision"
target=$((revision - keep))
if ((target <= 0)); then
  printf 'nothing to compact: etcd is at revision %d, and %d are kept\n' "$revision" "$keep"
  exit 0
fi
if $dry_run; then
  printf 'would compact: everything before revision %d (now at %d)\n' "$target" "$revision"
  exit 0
fi
rc=0
# --physical waits until the space is free inside the database.
said=$(etcdctl --dial-timeout=5s --command-timeout=300s compaction --physical "$target" 2>&1 </dev/null) || rc=$?
if ((rc != 0)); then
  [[ $said == *'required revision has been compacted'* ]] || die 1 "could not compact: ${said//[[:cntrl:]]/ }"
  printf 'nothing to compact: everything before revision %d is gone already\n' "$target"
  exit 0
fi
[[ $said == *"compacted revision $target"* ]] || die 1 "etcdctl does not confirm the compaction: ${said//[[:cntrl:]]/ }"
printf 'compacted: everything before revision %d (now at %d)\n' "$target" "$revision"
printf 'note: the file keeps its size until a defragmentation, and an alarm NOSPACE stays until it is disarmed (etcdctl alarm list)\n'
