#!/usr/bin/env bash
# Check that every member of an etcd cluster answers and can commit a proposal, and how long that
# takes.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-etcd-health [--endpoints URL] [--pki DIR]

Ask each member to commit a proposal. The members are taken from the cluster itself; when it
cannot name them, which is so without a quorum, only the given endpoints are asked, and that is
said. The exit status tells whether all are healthy.

  --endpoints URL  client addresses of etcd, separated by commas (default: those in
                   ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR        directory with ca.crt, server.crt and server.key, such as
                   /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                   ETCDCTL_KEY say)
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-etcd-health: %s\n' "$2" >&2
  exit "$1"
}

endpoints='' pki=''
while (($# > 0)); do
  case $1 in
    --endpoints | --pki)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --endpoints) endpoints=$2 ;;
        --pki) pki=$2 ;;
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
command -v etcdctl >/dev/null || die 3 "etcdctl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"

[[ -z $endpoints ]] || export ETCDCTL_ENDPOINTS=$endpoints
if [[ -n $pki ]]; then
  for file in ca.crt server.crt server.key; do
    [[ -r $pki/$file ]] || die 3 "cannot read $pki/$file"
  done
  export ETCDCTL_CACERT=$pki/ca.crt ETCDCTL_CERT=$pki/server.crt ETCDCTL_KEY=$pki/server.key
fi
e() { # ARG...: etcdctl, giving up on a server that does not answer
  etcdctl --dial-timeout=5s --command-timeout=30s "$@" </dev/null
}

wide=true
# A member that is down makes etcdctl fail, and it prints the list all the same.
list=$(e endpoint health --cluster --write-out=json 2>/dev/null) || true
if [[ $list != '['* ]]; then
  wide=false
  list=$(e endpoint health --write-out=json 2>/dev/null) || true
fi
[[ $list == '['* ]] || die 1 "etcd does not answer (wrong address or certificates, or the whole cluster is down)"
$wide || printf 'warning: the cluster does not name its members (no quorum?), only the given endpoints are checked\n' >&2

bad=$(jq -r '[.[] | select(.health | not)] | length' <<<"$list") || die 1 "what etcdctl says is not understood"
jq -r '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  sort_by(.health, .endpoint)[]
  | "\(if .health then "healthy" else "NOT HEALTHY" end): \(.endpoint | clean), took \(.took | clean)\(if .error then ", \(.error | clean)" else "" end)"
' <<<"$list"
total=$(jq length <<<"$list")
printf '%d of %d members are healthy\n' $((total - bad)) "$total"
if ((bad > 0)) || ! $wide; then exit 1; fi
