#!/usr/bin/env bash
# Show the Kubernetes nodes with a pressure condition, an unavailable network or another trouble
# that is reported as a condition.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-node-pressure [--help]

List each condition, other than Ready, that speaks of trouble on a node: MemoryPressure,
DiskPressure, PIDPressure, NetworkUnavailable and what a node problem detector adds are bad when
True; each of them is also shown when Unknown, for then nobody knows. With it go the reason, since
when, and the taints that keep pods away. The last line counts.

  --help  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-node-pressure: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"

kubectl get nodes --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[]
    | .metadata.name as $name
    | [.spec.taints[]? | select(.effect != "PreferNoSchedule") | "\(.key):\(.effect)"] as $taints
    | .status.conditions[]?
    | select(.type != "Ready" and .status != "False")
    | {node: $name, taints: $taints, condition: .}] as $bad
  | ($bad | sort_by(.condition.type, .node)[] |
      "\(.condition.type | clean)=\(.condition.status): node \(.node | clean), since \(.condition.lastTransitionTime // "unknown")",
      "  \(.condition.reason // "no reason" | clean): \(.condition.message // "no message" | clean)",
      "  taints: \(if (.taints | length) > 0 then .taints | join(", ") | clean else "none" end)"),
    "\($bad | map(.node) | unique | length) of \(.items | length) nodes under pressure, \($bad | length) conditions"
' || die 3 "cannot list the nodes (is the cluster within reach, and may you see them?)"
