#!/usr/bin/env bash
# List the members of an etcd cluster: identity, state, addresses, which leads, and how many more
# may fail.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-etcd-members [--endpoints URL] [--pki DIR]

List each member as the cluster knows it, whether or not it is alive. A member that is unstarted
was added and has never joined; a learner does not vote. What a member reports of itself (no leader,
alarms such as NOSPACE, with which nothing can be written) is told. The last line says how many more
voting members may fail before nothing can be written any more: of those that answer at their
address from here and follow the leader, those beyond a majority of all.

  --endpoints URL  client addresses of etcd, separated by commas (default: those in
                   ETCDCTL_ENDPOINTS, or the local one)
  --pki DIR        directory with ca.crt, server.crt and server.key, such as
                   /etc/kubernetes/pki/etcd (default: what ETCDCTL_CACERT, ETCDCTL_CERT and
                   ETCDCTL_KEY say)
  --help           show this text

Exit status: 0 done, 1 failed, or no leader or majority can be seen, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-etcd-members: %s\n' "$2" >&2
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

members=$(e member list --write-out=simple) || die 1 "etcd does not list its members (no quorum, or a wrong address or certificates)"
[[ -n $members ]] || die 1 "etcd lists no members"
# Members that are down make etcdctl fail; those that answer are still listed.
state=$(e endpoint status --cluster --write-out=json 2>/dev/null) || true
voting=0 total=0 leader=unknown answering='' voters='' errors=''
if [[ $state == '['* ]]; then
  # Identities exceed the precision of jq, but those of one answer compare. One that has lost the others answers, and follows no leader.
  counted=$(jq -r '
    unique_by(.Status.header.member_id) | (map(select((.Status.leader // 0) != 0)) | group_by(.Status.leader) | max_by(length) // []) as $follow
    | "\(length) \([$follow[] | select(.Status.isLearner | not)] | length) \([$follow[] | select(.Status.leader == .Status.header.member_id) | .Endpoint] | first // "none")",
      (.[] | select(.Status.errors) | "\(.Endpoint) reports: \(.Status.errors | join(", "))")' <<<"$state") ||
    die 1 "what etcdctl says is not understood"
  read -r answering voters leader <<<"$counted"
  counted+=$'\n' errors=${counted#*$'\n'}
fi

while IFS= read -r line; do
  # A comma and a blank part the fields, a comma alone the addresses in one.
  IFS=$'\037' read -r id status name peers clients learner <<<"${line//, /$'\037'}"
  total=$((total + 1))
  extra=', LEARNER'
  if [[ $learner != true ]]; then extra='' voting=$((voting + 1)); fi
  [[ $status == started ]] || extra+=", NOT STARTED"
  [[ ,$clients, != *",$leader,"* ]] || extra+=', LEADER'
  line="$id: ${name:-(no name)}, peers $peers, clients ${clients:-none}$extra"
  printf '%s\n' "${line//[[:cntrl:]]/?}"
done <<<"$members"
printf 'leader: %s\n' "${leader//[[:cntrl:]]/?}"
printf '%s' "${errors//[^[:print:]$'\n']/?}"
[[ -n $answering ]] || die 1 "$total members, $voting voting; none of them tells its state, so how many more may fail is not known"
spare=$((voters - voting / 2 - 1))
more="$spare more may fail"
if ((spare == 0)); then more='NONE MAY FAIL ANY MORE'; fi
if ((spare < 0)); then more='NO MAJORITY ANSWERS HERE'; fi
printf '%d members, %d voting, %d answer now, %d of them vote and follow the leader; %s\n' "$total" "$voting" "$answering" "$voters" "$more"
((spare >= 0)) || exit 1
