#!/usr/bin/env bash
# Show the resource quotas of Kubernetes namespaces: what is used of what is allowed, fullest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-resource-quotas [--namespace NAME] [--percent N] [--context NAME]

List each resource that a quota bounds, with the amount used, the amount allowed and the
percentage. At 100 percent new pods (or claims, services...) of the namespace are refused, also
those of a rollout or after an eviction. A quota may hold for some pods only; its scopes are
shown.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --percent N       only show what is used by at least this percentage (default 0)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-resource-quotas: %s\n' "$2" >&2
  exit "$1"
}

namespace=all percent=0 context=''
while (($# > 0)); do
  case $1 in
    --namespace | --percent | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --percent) percent=$2 ;;
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
[[ $percent =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
percent=$((10#$percent))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

((percent <= 100)) || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
if [[ $namespace != all ]] && ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to look into one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
scope=(--namespace "$namespace")
[[ $namespace != all ]] || scope=(--all-namespaces)

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get resourcequotas "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr --argjson percent "$percent" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def number: # null for what is not understood
    [capture("^(?<n>[0-9.]+([eE][-+]?[0-9]+)?)(?<u>[A-Za-z]*)$")
    | {"": 1, n: 0.000000001, u: 0.000001, m: 0.001, k: 1000, M: 1000000, G: 1000000000, T: 1000000000000, P: 1000000000000000, E: 1000000000000000000,
        Ki: 1024, Mi: 1048576, Gi: 1073741824, Ti: 1099511627776, Pi: 1125899906842624, Ei: 1152921504606846976}[.u] as $unit
    | select($unit) | (.n | tonumber) * $unit] | first;
  input | .items as $quotas
  | [$quotas[]
      | . as $quota
      | (.status.hard // .spec.hard // {} | to_entries[])
      | ($quota.status.used[.key] // "0") as $used
      | {quota: "\($quota.metadata.namespace)/\($quota.metadata.name)", scopes: (($quota.spec.scopes // []) + [$quota.spec.scopeSelector.matchExpressions[]? | "\(.scopeName) \(.operator)\(if .values then " " + (.values | join(" or ")) else "" end)"]), resource: .key, hard: .value, used: $used,
         share: ((.value | number) as $hard | ($used | number) as $now
           | if $hard == null or $now == null then null elif $hard > 0 then ($now * 100 / $hard | floor) elif $now > 0 then 999 else 100 end)}]
  | [.[] | select((.share // 100) >= $percent)] as $lines
  | ($lines | sort_by(-(.share // 100), .quota, .resource)[] |
      "\(.share // "?")%  \(.quota | clean)  \(.resource | clean): \(.used | clean) of \(.hard | clean)"
      + (if .scopes | length > 0 then "  (only \(.scopes | join(", ") | clean))" else "" end)
      + (if (.share // 0) >= 100 then "  EXHAUSTED" else "" end)),
    "\($quotas | length) quotas, \([$lines[] | select((.share // 0) >= 100)] | length) bounds reached", (select($quotas != []) | "refused is a pod that asks for more than is left, below 100% too, or states no cpu or memory where they are bounded")
') || die 3 "cannot list the quotas (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
