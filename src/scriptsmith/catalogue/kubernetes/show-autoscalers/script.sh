#!/usr/bin/env bash
# Show the horizontal pod autoscalers of a Kubernetes cluster: bounds, replicas, metrics, and what
# keeps them from scaling.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-autoscalers [--namespace NAME] [--context NAME]

List each HorizontalPodAutoscaler with its target, its bounds, how many replicas there are and
should be, and each metric with target and present value. Marked are those at their maximum, those
that read no metrics (a missing metrics server or missing requests of the pods; what is shown was
read before), and those switched off because the target is scaled to 0.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-autoscalers: %s\n' "$2" >&2
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

# Before Kubernetes 1.23 the same form was called v2beta2.
versions=$(kubectl --context "$context" api-versions --request-timeout=30s </dev/null) || die 3 "cannot ask the cluster for its API versions (is it within reach?)"
version=v2beta2
[[ $'\n'$versions$'\n' != *$'\n'autoscaling/v2$'\n'* ]] || version=v2
# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get "horizontalpodautoscalers.$version.autoscaling" "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def amount: if . == null then "unknown" elif .averageUtilization != null then "\(.averageUtilization)%" else (.averageValue // .value // "unknown") end;
  def title: if .type == "Resource" then .resource.name
    elif .type == "ContainerResource" then "\(.containerResource.name) of \(.containerResource.container)"
    elif .type == "Pods" then .pods.metric.name
    elif .type == "Object" then .object.metric.name
    elif .type == "External" then .external.metric.name else "unknown" end;
  def part: .resource // .containerResource // .pods // .object // .external;
  input | [.items[] | . + {
      at_most: ((.status.desiredReplicas // 0) >= .spec.maxReplicas),
      blind: ([.status.conditions[]? | select(.type == "ScalingActive" and .status == "False")] | first),
      stuck: ([.status.conditions[]? | select(.type == "AbleToScale" and .status == "False")] | first)}] as $list
  | ($list | sort_by(.metadata.namespace, .metadata.name)[] |
      ("\(.metadata.namespace)/\(.metadata.name) -> \(.spec.scaleTargetRef.kind)/\(.spec.scaleTargetRef.name): \(.status.currentReplicas // 0) replicas, wants \(.status.desiredReplicas // 0), bounds \(.spec.minReplicas // 1) to \(.spec.maxReplicas)\(if .at_most then "  AT MAXIMUM" else "" end)" | clean),
      (.blind as $blind | [.status.currentMetrics[]?] as $now
        | .spec.metrics[]?
        | title as $title
        | ([$now[] | select(title == $title) | part.current] | first) as $current
        | "  \($title | clean): \($current | amount) of \(part.target | amount)\(if $blind and $current then " (read before it could read no more)" else "" end)"),
      (.blind // .stuck // empty | "  NOT SCALING: \(.reason // "" | clean): \(.message // "" | clean)")),
    "\($list | length) autoscalers: \([$list[] | select(.at_most)] | length) at maximum, \([$list[] | select(.blind or .stuck)] | length) not scaling"
') || die 3 "cannot list the autoscalers (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
