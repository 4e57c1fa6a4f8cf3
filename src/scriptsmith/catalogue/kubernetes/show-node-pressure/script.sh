#!/usr/bin/env bash
# Show the Kubernetes nodes with a pressure condition, an unavailable network or another trouble
# that is reported as a condition.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-node-pressure [--context NAME]

List each condition, other than Ready, that speaks of trouble on a node: MemoryPressure,
DiskPressure, PIDPressure, NetworkUnavailable and what a node problem detector adds are bad when
True. A condition whose name ends in Ready (KernelReady and its like) is good when True, and so is
EtcdIsVoter of k3s and RKE2. Each of them is also shown when Unknown, for then nobody knows. With it go the reason, since when, and the
taints that keep pods away. Then the pressures that ended within a day, for a kubelet takes one back
after five minutes. The last line counts.

  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-node-pressure: %s\n' "$2" >&2
  exit "$1"
}

context=''
while (($# > 0)); do
  case $1 in
    --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      context=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get nodes --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[]
    | .metadata.name as $name
    | [.spec.taints[]? | select(.effect != "PreferNoSchedule") | "\(.key):\(.effect)"] as $taints
    | .status.conditions[]?
    | select(.type != "Ready" and .status != (if .type | test("Ready$|^EtcdIsVoter$") then "True" else "False" end))
    | {node: $name, taints: $taints, condition: .}] as $bad
  | ($bad | sort_by(.condition.type, .node)[] |
      "\(.condition.type | clean)=\(.condition.status): node \(.node | clean), since \(.condition.lastTransitionTime // "unknown")",
      "  \(.condition.reason // "no reason" | clean): \(.condition.message // "no message" | clean)",
      "  taints: \(if (.taints | length) > 0 then .taints | join(", ") | clean else "none" end)"),
    # The first minutes of a new node are no trouble.
    (.items[] | .metadata as $node | ($node.creationTimestamp // "1970-01-01T00:00:00Z" | fromdateiso8601) as $made | .status.conditions[]?
      | select((.type | endswith("Pressure")) and .status == "False" and .lastTransitionTime)
      | (.lastTransitionTime | fromdateiso8601) as $at | select(now - $at < 86400 and $at - $made > 600)
      | "\(.type) ended: node \($node.name | clean), at \(.lastTransitionTime) (or its kubelet did not answer until then)"),
    "\($bad | map(.node) | unique | length) of \(.items | length) nodes under pressure, \($bad | length) conditions"
') || die 3 "cannot list the nodes (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
