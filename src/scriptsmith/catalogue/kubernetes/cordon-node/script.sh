#!/usr/bin/env bash
# Mark one Kubernetes node as unschedulable: its pods run on, new ones go elsewhere.
#
# Undo: kubectl uncordon NODE, as it prints, with the context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: cordon-node --node NAME [--context NAME] [--dry-run]

Cordon a node. Pods that run there stay (this is not a drain), but no new pod is placed on it, except
those of DaemonSets and such as tolerate it, which is said. A warning is given when no other node is left that takes pods: one that is ready,
not cordoned, and without a taint that keeps ordinary pods off, as nodes of the control plane have.

  --node NAME     name of the node
  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'cordon-node: %s\n' "$2" >&2
  exit "$1"
}

node='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
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
[[ $node =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--node takes the name of a node, not '$node'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --request-timeout=30s "$@" </dev/null
}
unschedulable() { k get "node/$node" --output 'jsonpath={.spec.unschedulable}'; }

state=$(unschedulable) || die 3 "cannot read node $node (does it exist, and may you see nodes?)"
printf 'context: %s\n' "${context:-not set}"
if [[ $state == true ]]; then
  printf 'nothing to change: node %s is cordoned already\n' "$node"
  exit 0
fi

others=0
nodes=$(k get nodes --output 'jsonpath={range .items[*]}{.metadata.name}|{.spec.unschedulable}|{.status.conditions[?(@.type=="Ready")].status}|{.spec.taints[*].effect}{"\n"}{end}') ||
  die 3 "cannot list the nodes"
while IFS='|' read -r name cordoned ready taints; do
  [[ -z $name || $name == "$node" || $cordoned == true || $ready != True || " $taints " == *' NoSchedule '* || " $taints " == *' NoExecute '* ]] ||
    others=$((others + 1))
done <<<"$nodes"
((others > 0)) || printf 'warning: no other node takes pods, new pods will stay Pending\n' >&2

if $dry_run; then
  printf 'would cordon: node %s (%d other nodes still take pods)\n' "$node" "$others"
  exit 0
fi
k cordon "$node" || die 1 "could not cordon $node"
state=$(unschedulable) || die 1 "cannot read node $node after cordoning it"
[[ $state == true ]] || die 1 "node $node still takes new pods"
printf 'cordoned: node %s (%d other nodes still take pods)\nDaemonSets, and pods that tolerate it, are placed there all the same\nundo: kubectl uncordon %s%s\n' "$node" "$others" "$node" "${context:+ --context ${context@Q}}"
