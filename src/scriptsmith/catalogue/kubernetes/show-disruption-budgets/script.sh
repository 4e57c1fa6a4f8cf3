#!/usr/bin/env bash
# Show the pod disruption budgets of a Kubernetes cluster, those first that allow no eviction now.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-disruption-budgets [--namespace NAME] [--context NAME]

List each budget with the pods it expects, how many are healthy, how many must be, and how many
may be evicted now. One that allows none blocks a drain: because pods are not healthy (repair them
first), because its numbers can never allow one (a budget of 100 percent, or a single replica), or
because the controller could not work it out. A pod that two budgets cover cannot be evicted at
all; that is not looked at here, which is said where there are several.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-disruption-budgets: %s\n' "$2" >&2
  exit "$1"
}

namespace=all context=''
while (($# > 0)); do
  case $1 in
    --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
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

[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

if [[ $namespace != all ]] && ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to look into one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
scope=(--namespace "$namespace")
[[ $namespace != all ]] || scope=(--all-namespaces)

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get poddisruptionbudgets.policy "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[] | {
      name: "\(.metadata.namespace)/\(.metadata.name)",
      rule: ((if .spec.minAvailable != null then "at least \(.spec.minAvailable) available" else "at most \(.spec.maxUnavailable // 1) unavailable" end)
        + (if .spec.unhealthyPodEvictionPolicy == "AlwaysAllow" then ", pods that are not ready may always be evicted" else "" end)),
      allowed: (.status.disruptionsAllowed // 0), healthy: (.status.currentHealthy // 0), desired: (.status.desiredHealthy // 0),
      expected: (.status.expectedPods // 0),
      # A budget that the controller has not worked out allows nothing, whatever its numbers say.
      known: ((.status.observedGeneration // 0) >= (.metadata.generation // 1) and
        ([.status.conditions[]? | select(.type == "DisruptionAllowed" and .reason == "SyncFailed")] | length == 0))}] as $list
  | ($list | sort_by(.allowed, .name)[] |
      "\(.name | clean): \(.allowed) evictions allowed, \(.healthy) of \(.expected) pods healthy, \(.desired) needed (\(.rule | clean))",
      (if .allowed > 0 then empty
       elif .known | not then "  BLOCKS: it is not worked out yet, or cannot be (do all of its pods have a controller with a scale?)"
       elif .expected == 0 then "  BLOCKS NOTHING: it selects no pods"
       elif .healthy < .desired then "  BLOCKS: \(.desired - .healthy) pods too few are healthy"
       elif .desired >= .expected then "  BLOCKS ALWAYS: it needs all of its pods"
       elif .healthy > .desired then "  BLOCKS: though more pods are healthy than it needs (look at its events)"
       else "  BLOCKS: just as many pods are healthy as it needs" end)),
    "\($list | length) budgets, \([$list[] | select(.allowed == 0 and (.expected > 0 or (.known | not)))] | length) block evictions"
      + (if ($list | length) > 1 then "; whether two cover one pod, which then cannot be evicted either, is not looked at" else "" end)
') || die 3 "cannot list the disruption budgets (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
