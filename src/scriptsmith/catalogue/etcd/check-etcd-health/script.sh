#!/usr/bin/env bash
# Check that every member of an etcd cluster answers with the agreement of a majority, how long that
# takes, and that no alarm is raised.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-etcd-health [--endpoints URL] [--pki DIR]

Ask each member for a value that a majority agrees on, as etcdctl endpoint health does, and the
cluster for its alarms: with one, it may take no writes. The members are taken from the cluster
itself; when it cannot name them, which is so without a quorum, only the given endpoints are
asked, and that is said. A member that was added and never joined is not healthy, nor is a learner, which
does not answer that question until it is promoted. The exit status tells whether all is well.

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
export ETCDCTL_API=3 # before 3.4 etcdctl speaks another API unless it is told
command -v jq >/dev/null || die 3 "jq is not installed"
version=$(etcdctl version 2>/dev/null </dev/null) || version=''
[[ $version =~ etcdctl\ version:\ ([0-9]+)\.([0-9]+) ]] || die 3 "etcdctl does not tell its version; 3.4 or newer is needed"
((BASH_REMATCH[1] > 3 || (BASH_REMATCH[1] == 3 && BASH_REMATCH[2] >= 4))) || die 3 "etcdctl ${BASH_REMATCH[1]}.${BASH_REMATCH[2]} does not tell the health as data; 3.4 or newer is needed"

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

wide=true
# A member that is down makes etcdctl fail, and it prints the list all the same.
list=$(e endpoint health --cluster --write-out=json 2>/dev/null) || true
if [[ $list != '['* ]]; then
  wide=false
  list=$(e endpoint health --write-out=json 2>/dev/null) || true
fi
[[ $list == '['* ]] || die 1 "etcd does not answer (wrong address or certificates, or the whole cluster is down)"
$wide || printf 'warning: the cluster does not name its members (no quorum, or an address or certificates that do not fit: see --pki), only the given endpoints are checked\n' >&2

bad=$(jq -r '[.[] | select(.health | not)] | length' <<<"$list") || die 1 "what etcdctl says is not understood"
jq -r '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  sort_by(.health, .endpoint)[]
  | "\(if .health then "healthy" else "NOT HEALTHY" end): \(.endpoint | clean), took \(.took | clean)\(if .error then ", \(.error | clean)" else "" end)"
' <<<"$list"
total=$(jq length <<<"$list") addresses=$(jq '[.[].endpoint] | unique | length' <<<"$list")
if $wide; then
  members=$(e member list --write-out=simple 2>/dev/null) || die 1 "etcd does not list its members any more"
  started=0
  while IFS= read -r member; do
    if [[ $member == *', unstarted, '* ]]; then
      printf 'NOT HEALTHY: %s (never joined)\n' "${member//[[:cntrl:]]/?}"
      total=$((total + 1)) bad=$((bad + 1))
    else
      started=$((started + 1))
    fi
  done <<<"$members"
  if ((addresses < started)); then
    printf 'warning: %d members share %d addresses, so not each of them was asked\n' "$started" "$addresses" >&2
    wide=false
  fi
  alarms=$(e alarm list --write-out=simple 2>/dev/null) || die 1 "etcd does not tell its alarms"
  while IFS= read -r alarm; do
    [[ -n $alarm ]] || continue
    printf 'ALARM: %s\n' "${alarm//[[:cntrl:]]/?}"
    wide=false
  done <<<"$alarms"
fi
printf '%d of %d members are healthy\n' $((total - bad)) "$total"
if ((bad > 0)) || ! $wide; then exit 1; fi
