#!/usr/bin/env bash
# List the Kubernetes pods that neither run and are ready nor have succeeded.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-pods-not-running [--namespace NAME] [--context NAME]

List pods that neither run nor have succeeded, with the reason (Pending, CrashLoopBackOff,
ImagePullBackOff, Evicted, Terminating...), and running ones that are not ready: a container, a
readiness gate or the node may be the cause. They are counted; pods that a workload could not make at
all are in no list of pods, which is said.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-pods-not-running: %s\n' "$2" >&2
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

list=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --output json </dev/null) ||
  die 3 "cannot list pods (is the cluster within reach, and may you see them?)"
# The condition Ready also knows of readiness gates and of nodes that are lost, whose containers look ready.
jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def pad($width): . + (if length < $width then " " * ($width - length) else "" end);
  def trouble: .state | .waiting.reason // (.terminated | select(. != null) | .reason // "ExitCode:\(.exitCode)") // empty;
  def state: .status as $now
    | if .metadata.deletionTimestamp then "Terminating"
      else $now.reason
        // ([$now.initContainerStatuses[]? | select(.state.terminated.exitCode != 0) | trouble | select(. != "PodInitializing") | "Init:\(.)"] | first)
        // (if any($now.conditions[]?; .type == "Initialized" and .status == "False") then "Init" else null end)
        // ([$now.containerStatuses[]? | trouble] | first)
        // (if $now.phase == "Running" then "not ready" else $now.phase end)
      end;
  input | .items as $pods
  | [$pods[] | select(.status.phase != "Succeeded")
      | select(.metadata.deletionTimestamp or .status.phase != "Running" or ([.status.conditions[]? | select(.type == "Ready" and .status == "True")] | length == 0))
      | {name: "\(.metadata.namespace)/\(.metadata.name)", state: state,
         ready: "\([.status.containerStatuses[]? | select(.ready)] | length)/\(.spec.containers | length)"}] as $bad
  # Between two crashes a container runs, and without a readiness probe its pod is ready.
  | [$pods[] | select(.status.phase == "Running" and .metadata.deletionTimestamp == null and any(.status.conditions[]?; .type == "Ready" and .status == "True"))
      | ([.status.containerStatuses[]? | select(now - (.lastState.terminated.finishedAt // "1970-01-01T00:00:00Z" | fromdateiso8601) < 1800) | .restartCount] | add) as $restarts
      | select($restarts) | "\(.metadata.namespace)/\(.metadata.name) (\($restarts) restarts)"] as $shaky
  | (if $bad == [] then empty else {name: "POD", ready: "READY", state: "STATUS"} end, $bad[]
      | "\(.name | clean | pad(60)) \(.ready | pad(7)) \(.state | clean)"),
    "\($bad | length) of \($pods | length) pods are not running or not ready"
      + (if $bad == [] then "" else " (" + ($bad | group_by(.state) | map("\(.[0].state | clean): \(length)") | join(", ")) + ")" end),
    "ready now, but started anew within 30 minutes: \(if $shaky == [] then "none" else $shaky | join(", ") | clean end)",
    "pods that could not be made at all (a quota, a webhook) are in no list of pods, only missing from their workloads"
' <<<"$list" || die 3 "what kubectl says about the pods is not understood"
