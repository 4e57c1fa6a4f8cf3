#!/usr/bin/env bash
# List the Kubernetes pods that should have ended by now but still exist, with what may hold them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-terminating-pods [--namespace NAME] [--minutes N] [--context NAME]

List each pod that was deleted and whose grace period ended more than N minutes ago: its node and
whether that node is Ready (a kubelet that does not answer cannot confirm the end), and the
finalizers that must be taken off first. Do not delete such pods by force before you know that
they have stopped: two copies of a StatefulSet's pod can destroy its data.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --minutes N       how long after its grace period a pod counts as stuck (default 5)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-terminating-pods: %s\n' "$2" >&2
  exit "$1"
}

namespace=all minutes=5 context=''
while (($# > 0)); do
  case $1 in
    --namespace | --minutes | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --minutes) minutes=$2 ;;
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
[[ $minutes =~ ^[0-9]{1,5}$ ]] || die 2 "--minutes takes a whole number of minutes, not '$minutes'"
minutes=$((10#$minutes))
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

# Best effort: not everybody may read nodes.
nodes=$(kubectl --context "$context" get nodes --request-timeout=30s --output \
  'jsonpath={range .items[*]}{.metadata.name}={.status.conditions[?(@.type=="Ready")].status}{"\n"}{end}' 2>/dev/null </dev/null) || nodes=''

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --output json </dev/null |
  jq -nr --argjson minutes "$minutes" --arg nodes "$nodes" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | ([$nodes | split("\n")[] | select(. != "") | split("=") | {key: .[0], value: .[1]}] | from_entries) as $ready
  | [.items[] | select(.metadata.deletionTimestamp)
      | . + {late: ((now - (.metadata.deletionTimestamp | fromdateiso8601)) / 60 | floor)}] as $ending
  | [$ending[] | select(.late >= $minutes)] as $stuck
  | ($stuck | sort_by(-.late)[] |
      ("\(.metadata.namespace)/\(.metadata.name): overdue by \(.late) minutes, phase \(.status.phase), "
        + (if .spec.nodeName then "node \(.spec.nodeName) (Ready: \($ready[.spec.nodeName] // (if $nodes == "" then "not known" else "there is no such node" end)))" else "on no node" end) | clean),
      (if (.metadata.finalizers // [] | length) > 0 then "  finalizers: \(.metadata.finalizers | join(", ") | clean)" else empty end),
      (if (.metadata.finalizers // []) == [] and $ready[.spec.nodeName // ""] == "True"
        then "  no finalizer, and its node answers: its events may tell (a volume, a process that does not end)" else empty end),
      ([.metadata.ownerReferences[]? | select(.controller) | "  owner: \(.kind)/\(.name)" | clean][])),
    "\($stuck | length) pods are stuck, \($ending | length) are being deleted"
') || die 3 "cannot list the pods (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
