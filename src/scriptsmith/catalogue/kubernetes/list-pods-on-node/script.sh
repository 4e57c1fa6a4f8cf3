#!/usr/bin/env bash
# List the Kubernetes pods that are placed on one node, of every namespace, with their owners.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-pods-on-node --node NAME [--context NAME]

List the pods on a node with phase, containers ready, restarts and the controller that would make
each anew. Pods without a controller are marked: nothing brings them back once they are gone. The
last line counts them.

  --node NAME     name of the node
  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-pods-on-node: %s\n' "$2" >&2
  exit "$1"
}

node='' context=''
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
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $node ]] || die 2 "--node is required (see --help)"
[[ $node =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--node takes the name of a node, not '$node'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

kubectl --context "$context" get node "$node" --request-timeout=30s --output name </dev/null >/dev/null || die 3 "cannot read node $node"
# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get pods --all-namespaces --field-selector "spec.nodeName=$node" --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[] | {
    pod: "\(.metadata.namespace)/\(.metadata.name)",
    phase: (if .metadata.deletionTimestamp then "Terminating" else .status.phase end),
    owner: ([.metadata.ownerReferences[]? | select(.controller)] | first),
    mirror: (.metadata.annotations["kubernetes.io/config.mirror"] != null),
    local: ([.spec.volumes[]? | select(.emptyDir)] | length),
    ready: ([.status.containerStatuses[]? | select(.ready)] | length),
    containers: (.spec.containers | length),
    restarts: ([.status.containerStatuses[]?.restartCount] | add // 0)
  }] as $pods
  | ($pods | sort_by(.pod)[] |
      "\(.pod | clean)  \(.phase)  ready \(.ready)/\(.containers)  restarts \(.restarts)  "
      + (if .mirror then "static pod of the node" elif .owner then "\(.owner.kind)/\(.owner.name)" | clean
         else "NO CONTROLLER: nothing makes it anew" end)
      + (if .local > 0 then "  (emptyDir)" else "" end)),
    "\($pods | length) pods: \([$pods[] | select(.owner.kind == "DaemonSet")] | length) of DaemonSets, \([$pods[] | select(.mirror)] | length) static, \([$pods[] | select((.mirror or .owner) | not)] | length) without a controller"
') || die 3 "cannot list the pods of node $node"
printf '%s\n' "$report"
