#!/usr/bin/env bash
# Drain one Kubernetes node: cordon it, evict its pods within their disruption budgets, and check
# that they are gone.
#
# Undo: kubectl uncordon NODE, as it prints, with the context, lets pods on it again; evicted pods
# stay where they are then.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: drain-node --node NAME [--empty-dir refuse|delete] [--timeout N] [--grace N]
       [--context NAME] [--dry-run]

Cordon a node and evict the pods on it, politely: disruption budgets hold, and grace periods too.
Pods of DaemonSets and static pods stay. Pods without a controller are never deleted: the drain is
refused and names them. It is also refused when no other node is Ready and takes pods: one
that is cordoned, or tainted NoSchedule or NoExecute, does not count. If it does not succeed, the
node stays cordoned. Pods that find no place on another node within half a minute are named.

  --node NAME                name of the node
  --empty-dir refuse|delete  what to do about pods with emptyDir data, which is lost: refuse them,
                             or delete it (default refuse)
  --timeout N                how long to wait for the evictions, in seconds (default 600)
  --grace N                  how long each pod gets to end, in seconds (default: what the pod says
                             itself, mostly 30)
  --context NAME             context of the kubeconfig, which says which cluster (default: the
                             current one)
  --dry-run                  say what would be done, change nothing
  --help                     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'drain-node: %s\n' "$2" >&2
  exit "$1"
}

node='' empty_dir=refuse timeout=600 grace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --empty-dir | --timeout | --grace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
        --empty-dir) empty_dir=$2 ;;
        --timeout) timeout=$2 ;;
        --grace) grace=$2 ;;
        --context) context=$2 ;;
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

[[ -n $node ]] || die 2 "--node is required (see --help)"
[[ $node =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--node takes the name of a node, not '$node'"
case $empty_dir in
  refuse | delete) ;;
  *) die 2 "--empty-dir takes refuse, delete, not '$empty_dir'" ;;
esac
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
[[ -z $grace || $grace =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--grace takes a whole number of seconds above 0, not '$grace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --request-timeout=30s "$@" </dev/null
}
left() { # the pods on the node that a drain is to move: not of a DaemonSet, not static, not finished
  local pods pod kind phase
  pods=$(k get pods --all-namespaces --field-selector "spec.nodeName=$node" --output \
    'jsonpath={range .items[*]}{.metadata.namespace}/{.metadata.name}|{.metadata.ownerReferences[0].kind}|{.status.phase}{"\n"}{end}') || return 1
  while IFS='|' read -r pod kind phase; do
    [[ -z $pod || $kind == DaemonSet || $kind == Node || $phase == Succeeded || $phase == Failed ]] || printf '%s\n' "$pod"
  done <<<"$pods"
}
homeless() { k get pods --all-namespaces --field-selector spec.nodeName=,status.phase=Pending --output 'jsonpath={range .items[*]}{.metadata.namespace}/{.metadata.name}{"\n"}{end}'; }

nodes=$(k get nodes --output \
  'jsonpath={range .items[*]}{.metadata.name}|{.spec.unschedulable}|{.status.conditions[?(@.type=="Ready")].status}|{.spec.taints[*].effect}{"\n"}{end}') ||
  die 3 "cannot list the nodes"
found=false others=0
while IFS='|' read -r name cordoned ready taints; do
  if [[ $name == "$node" ]]; then
    found=true
  elif [[ $cordoned != true && $ready == True && " $taints " != *' NoSchedule '* && " $taints " != *' NoExecute '* ]]; then
    others=$((others + 1))
  fi
done <<<"$nodes"
$found || die 3 "there is no node $node"
((others > 0)) || die 3 "refused: no other node is Ready and takes pods (untainted, not cordoned), so they would have nowhere to go"

printf 'context: %s\n' "${context:-not set}"
before=$(left) || die 3 "cannot list the pods of node $node"
printf 'pods to move: %d, other nodes to take them: %d\n' "$(grep -c . <<<"$before" || true)" "$others"

waiting=$(homeless) || die 3 "cannot list the pods that wait for a node"
options=(--ignore-daemonsets --timeout="${timeout}s")
[[ -z $grace ]] || options+=(--grace-period="$((10#$grace))")
[[ $empty_dir == refuse ]] || options+=(--delete-emptydir-data)
if $dry_run; then
  kubectl --context "$context" drain "$node" "${options[@]}" --dry-run=client </dev/null || die 3 "the drain would be refused, see above"
  printf 'would drain: node %s\n' "$node"
  exit 0
fi
kubectl --context "$context" drain "$node" "${options[@]}" </dev/null ||
  die 1 "node $node is not drained, and may be cordoned now (kubectl uncordon $node${context:+ --context ${context@Q}} lets pods on it again)"

state=$(k get "node/$node" --output 'jsonpath={.spec.unschedulable}') || die 1 "cannot read node $node after the drain"
[[ $state == true ]] || die 1 "node $node is not cordoned: somebody else has uncordoned it"
after=$(left) || die 1 "cannot list the pods of node $node after the drain"
[[ -z $after ]] || die 1 "still on node $node: ${after//$'\n'/, }"
lost=''
for ((i = 0; i < 6; i++)); do
  [[ -n $before ]] || break
  sleep 5 # a controller makes the next pod a moment after the last one is gone
  now=$(homeless) || die 1 "node $node is drained, and whether its pods found another node cannot be read"
  lost=$(printf '%s\n' "$now" | grep -vxF -e "$waiting" -e '') || break
done
[[ -z $lost ]] || printf 'warning: these pods find no node to run on (too little room, or bound to this one by a selector or a volume; kubectl describe pod tells why): %s\n' "${lost//$'\n'/, }" >&2
printf 'drained: node %s, it stays cordoned until: kubectl uncordon %s%s\n' "$node" "$node" "${context:+ --context ${context@Q}}"
