#!/usr/bin/env bash
# Show the containers of Kubernetes pods that have restarted, those with the most restarts first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-pod-restarts [--namespace NAME] [--min-restarts N] [--context NAME]

List each container that has been restarted at least N times in its pod, most restarts first, with
when and how it last ended. Restart counts belong to a pod: a pod that was deleted and made anew
begins at 0, so it is said how many are younger than a day. Init containers count too. Why a container crashes is told in more detail by its
logs.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --min-restarts N  how many times a container must have restarted to be listed (default 1)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-pod-restarts: %s\n' "$2" >&2
  exit "$1"
}

namespace=all min_restarts=1 context=''
while (($# > 0)); do
  case $1 in
    --namespace | --min-restarts | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --min-restarts) min_restarts=$2 ;;
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
[[ $min_restarts =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--min-restarts takes a whole number above 0, not '$min_restarts'"
min_restarts=$((10#$min_restarts))
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
report=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr --argjson min_restarts "$min_restarts" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | .items as $pods | [$pods[]
    | "\(.metadata.namespace)/\(.metadata.name)" as $pod
    | (.status.containerStatuses[]?, .status.initContainerStatuses[]?)
    | select(.restartCount >= $min_restarts)
    | {pod: $pod, container: .name, count: .restartCount, ready, last: .lastState.terminated}] as $list
  | ($list | sort_by(-.count, .pod)[] |
      "\(.count) restarts: \(.pod | clean), container \(.container | clean)\(if .ready then "" else ", not ready" end), last end: "
      + (if .last then "\(.last.reason // "no reason" | clean) (exit \(.last.exitCode)) at \(.last.finishedAt // "unknown time")"
         else "not recorded" end)),
    "\($list | length) containers with \($min_restarts) or more restarts, \($list | map(.count) | add // 0) restarts in all",
    "\([$pods[] | select(now - (.metadata.creationTimestamp // "1970-01-01T00:00:00Z" | fromdateiso8601) < 86400)] | length) of \($pods | length) pods were made within a day, and count from then"
') || die 3 "cannot list the pods (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
