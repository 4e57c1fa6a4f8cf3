#!/usr/bin/env bash
# Explain what keeps Kubernetes namespaces in the phase Terminating: remaining objects, finalizers,
# broken API services.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: explain-terminating-namespace [--namespace NAME] [--context NAME]

For each namespace that is being deleted, show since when, and what its conditions say is left:
kinds of objects, the finalizers that hold them, kinds that could not be listed. Then the names of
what is left, twenty of each kind, as far as you may see them, and the API services that do not answer, which stop every deletion. Emptying the finalizers of the namespace
by force leaves objects behind: repair the cause instead.

  --namespace NAME  one namespace, or the word all for every one that is Terminating (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'explain-terminating-namespace: %s\n' "$2" >&2
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

if [[ $namespace == all ]]; then
  list=$(kubectl --context "$context" get namespaces --request-timeout=30s --output json </dev/null) || die 3 "cannot list the namespaces"
else
  list=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output json </dev/null) || die 3 "cannot read namespace $namespace"
fi
jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | (if .kind == "Namespace" then [.] else .items end) as $all
  | [$all[] | select(.metadata.deletionTimestamp)] as $ending
  | ($ending | sort_by(.metadata.deletionTimestamp)[] |
      ("namespace \(.metadata.name): deleted at \(.metadata.deletionTimestamp), still \(.status.phase)" | clean),
      ([.status.conditions[]? | select(.status == "True") | "  \(.type): \(.message // .reason // "" | clean)"]
        | if length == 0 then ["  no condition says what is left"] else . end)[],
      "  finalizers of the namespace: \((.spec.finalizers // []) + (.metadata.finalizers // []) | if length > 0 then join(", ") | clean else "none" end)"),
    "\($ending | length) of \($all | length) namespaces are being deleted"
' <<<"$list" || die 3 "what kubectl says about the namespaces is not understood"

# The conditions tell kinds and numbers; the names are best effort.
left=$(jq -r '(if .kind == "Namespace" then . else .items[] end) | select(.metadata.deletionTimestamp) | .metadata.name as $name
  | .status.conditions[]? | select(.type == "NamespaceContentRemaining" and .status == "True") | .message // ""
  | scan("([a-z0-9.-]+) has [0-9]+ resource") | "\($name) \(.[0])"' <<<"$list") || die 3 "what kubectl says about the namespaces is not understood"
while read -r space kind; do
  [[ -n $kind ]] || continue
  kubectl --context "$context" get "$kind" --namespace "$space" --request-timeout=30s --output json </dev/null 2>/dev/null | jq -nr --arg of "$space/${kind%.}" '
    input.items | (.[0:20][] | "left: \($of)/\(.metadata.name)\(.metadata.finalizers // [] | if . == [] then "" else ", finalizers: " + join(", ") end)" | gsub("[[:cntrl:]]+"; " ")),
      (if length > 20 then "left: \(length - 20) more of \($of)" else empty end)' 2>/dev/null || printf 'left: %s, of which the names could not be listed\n' "$space/${kind%.}"
done <<<"$left"

# Best effort: not everybody may read them.
services=$(kubectl --context "$context" get apiservices --request-timeout=30s --output \
  'jsonpath={range .items[*]}{.metadata.name}|{.status.conditions[?(@.type=="Available")].status}|{.status.conditions[?(@.type=="Available")].reason}{"\n"}{end}' </dev/null 2>/dev/null) || {
  printf 'the API services could not be looked at\n'
  exit 0
}
broken=0
while IFS='|' read -r name available reason; do
  [[ -n $name && $available != True ]] || continue
  printf 'API service not available: %s (%s)\n' "$name" "${reason//[[:cntrl:]]/?}"
  broken=$((broken + 1))
done <<<"$services"
printf '%d API services are not available\n' "$broken"
