#!/usr/bin/env bash
# List the deployments, StatefulSets and DaemonSets that have fewer ready pods than they should.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-workloads-not-ready [--namespace NAME] [--context NAME]

List each workload with fewer ready pods than wanted, those without any ready pod first: how many
are wanted, ready and of the newest version, and what the conditions of a deployment say. One whose
old pods are all ready while its rollout has failed is named, too.
Workloads scaled to 0 are not missing anything; they are named (the first thirty), since somebody
may have forgotten them.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-workloads-not-ready: %s\n' "$2" >&2
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

# Whoever may see only some of the kinds gets a part of the list, and a failure.
list=$(kubectl --context "$context" get deployments.apps,statefulsets.apps,daemonsets.apps "${scope[@]}" --request-timeout=30s --output json </dev/null) ||
  die 3 "cannot list the deployments, StatefulSets and DaemonSets (is the cluster within reach, and may you see them?)"
jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[] | {
      name: "\(.metadata.namespace)/\(.kind)/\(.metadata.name)",
      wanted: (if .kind == "DaemonSet" then .status.desiredNumberScheduled // 0 elif .spec.replicas == null then 1 else .spec.replicas end),
      ready: (if .kind == "DaemonSet" then .status.numberReady else .status.readyReplicas end // 0),
      new: (if .kind == "DaemonSet" then .status.updatedNumberScheduled else .status.updatedReplicas end // 0),
      paused: (.spec.paused // false),
      trouble: [.status.conditions[]? | select((.type == "ReplicaFailure" and .status == "True") or (.type == "Progressing" and .status == "False")
        or (.type == "Available" and .status == "False"))]}] as $all
  | [$all[] | select(.ready < .wanted)] as $bad
  | ($bad | sort_by(.ready > 0, .name)[] |
      "\(if .ready == 0 then "DOWN" else "degraded" end): \(.name | clean): \(.ready) of \(.wanted) ready, \(.new) of the newest version\(if .paused then ", paused" else "" end)",
      (.trouble[] | "  \(.reason // .type | clean): \(.message // "" | clean | .[0:400])")),
    ([$all[] | select(.ready >= .wanted and .trouble != [])] | sort_by(.name)[] |
      "READY, but its rollout has failed: \(.name | clean): \(.new) of \(.wanted) of the newest version",
      (.trouble[] | "  \(.reason // .type | clean): \(.message // "" | clean | .[0:400])")),
    ([$all[] | select(.wanted == 0) | .name] | sort | select(. != []) | "no pods wanted: \(.[0:30] | join(", ") | clean)"),
    "\($bad | length) of \($all | length) deployments, StatefulSets and DaemonSets are not ready, \([$all[] | select(.wanted == 0)] | length) are scaled to 0"
' <<<"$list" || die 3 "what kubectl says is not understood"
