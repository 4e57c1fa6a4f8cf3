#!/usr/bin/env bash
# List the alarms of an etcd cluster, with what each means.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-etcd-alarms [--endpoints URL] [--pki DIR]

List each active alarm with the member that raised it: its id as etcdctl member list has it, its
name and its client address. NOSPACE: its database has reached the
quota, and the cluster takes no writes until space was made and the alarm is disarmed. CORRUPT:
the data of the members differ. The leader judges by its own, so the member that is named may be a good
one: compare the hashes of all at one revision, and never disarm before the faulty one was replaced.
The exit status is 0 whether or not there are any.

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
  printf 'list-etcd-alarms: %s\n' "$2" >&2
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

list=$(e alarm list --write-out=simple) || die 1 "etcd does not answer (no quorum, or a wrong address or certificates)"
members=''
if [[ $list == *[![:space:]]* ]]; then members=$(e member list --write-out=simple) || printf 'note: the members cannot be listed, so their names are not known\n' >&2; fi
count=0
while read -r line; do
  [[ -n $line ]] || continue
  count=$((count + 1))
  case $line in
    *alarm:NOSPACE*) meaning='the database has reached its quota: compact, defragment, then disarm' ;;
    *alarm:CORRUPT*) meaning='the data of the members differ, and the leader judges by its own, so the one named here may be good: compare them first (etcdctl endpoint hashkv --cluster --rev REVISION), replace the one that stands alone, and do not disarm before' ;;
    *) meaning='not known to this script' ;;
  esac
  # There the id is decimal. In the list of members it is ID, STATUS, NAME, PEERS, CLIENTS in hexadecimal.
  who=''
  if [[ $line =~ memberID:([1-9][0-9]*) ]]; then # 0 is none: it is not known which
    printf -v who '%x' "$((BASH_REMATCH[1]))" # one above 2^63 wraps, and is right again in %x
    while IFS=, read -r id _ name _ client _; do
      if [[ $id == "$who" ]]; then who+=,$name,$client; fi
    done <<<"$members"
  fi
  printf '%s %s (%s)\n' "${line//[[:cntrl:]]/?}" "${who//[[:cntrl:]]/?}" "$meaning"
done <<<"$list"
printf '%d alarms\n' "$count"
