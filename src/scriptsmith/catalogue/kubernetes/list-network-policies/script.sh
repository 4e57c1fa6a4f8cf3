#!/usr/bin/env bash
# List the network policies of Kubernetes namespaces: which pods they isolate, and what they let
# through.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-network-policies [--namespace NAME] [--context NAME]

List each NetworkPolicy with the pods it applies to, and for each direction that it isolates the
rules in short. A direction without a rule lets nothing through. Policies add up: what any of them
allows is allowed. Policies of other kinds (of Cilium, Calico, Istio and the like) are not shown, but
told when there are any. Whether the network plugin enforces policies at all is not looked at.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-network-policies: %s\n' "$2" >&2
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
report=$(kubectl --context "$context" get networkpolicies.networking.k8s.io "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def selector: [(.matchLabels // {} | to_entries[] | "\(.key)=\(.value)"),
      (.matchExpressions[]? | "\(.key) \(.operator) \(.values // [] | join(","))")] | if length == 0 then "all" else join(" and ") end;
  def peer: if .ipBlock then "addresses \(.ipBlock.cidr)" + (if .ipBlock.except then " except \(.ipBlock.except | join(","))" else "" end)
    elif .namespaceSelector and .podSelector then "pods \(.podSelector | selector) in namespaces \(.namespaceSelector | selector)"
    elif .namespaceSelector then "namespaces \(.namespaceSelector | selector)"
    else "pods \(.podSelector | selector) of this namespace" end;
  def ports: [.ports[]? | "\(.protocol // "TCP") \(.port // "any")" + (if .endPort then "-\(.endPort)" else "" end)]
    | if length == 0 then "any port" else join(", ") end;
  def rule(side): "\(ports) " + ([side[]? | peer] | if length == 0 then "with anybody" else join("; ") end);
  def lines($word; list; side): [list[]? | "  \($word): \(rule(side))"] | if length == 0 then "  \($word): NOTHING is allowed" else .[] end;
  input | .items as $list
  | ($list | sort_by(.metadata.namespace, .metadata.name)[] | (.spec.policyTypes // ["Ingress"]) as $types | .metadata as $meta | .spec |
      ("\($meta.namespace)/\($meta.name): applies to pods \(.podSelector | selector)" | clean),
      (if $types | contains(["Ingress"]) then lines("in"; .ingress; .from) | clean else empty end),
      (if $types | contains(["Egress"]) then lines("out"; .egress; .to) | clean else empty end)),
    "\($list | length) network policies",
    (if $list == [] then empty else "note: whether the network plugin of this cluster enforces them is not looked at" end)
') || die 3 "cannot list the network policies (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"

# Cilium, Calico and others have policies of their own, which forbid and allow as well.
kinds=$(kubectl --context "$context" api-resources --verbs=list --output=name --request-timeout=30s 2>/dev/null </dev/null) || true
[[ -n $kinds ]] || printf 'note: whether there are policies of other kinds is not known\n'
while IFS= read -r kind; do
  case $kind in
    networkpolicies.networking.k8s.io | networkpolicies.extensions) continue ;;
    *networkpolicies.* | authorizationpolicies.security.istio.io) ;;
    *) continue ;;
  esac
  if ! list=$(kubectl --context "$context" get "$kind" "${scope[@]}" --request-timeout=30s --output name 2>/dev/null </dev/null); then
    printf 'note: not shown, and how many there are is not told: %s\n' "$kind"
  elif [[ -n $list ]]; then
    printf 'note: not shown, but they count as well: %d %s\n' "$(grep -c . <<<"$list")" "$kind"
  fi
done <<<"$kinds"
