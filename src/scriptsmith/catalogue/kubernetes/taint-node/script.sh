#!/usr/bin/env bash
# Put one taint on a Kubernetes node, so that new pods without a toleration are kept away; pods that
# run there stay.
#
# Undo: kubectl taint nodes NODE KEY:EFFECT- removes it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: taint-node --node NAME --key KEY [--value VALUE] [--effect NoSchedule|PreferNoSchedule]
       [--context NAME] [--dry-run]

Add one taint to a node. Pods that run on it already stay: to move those, drain the node. A taint
with the same key and effect but another value is not overwritten: remove it first.

  --node NAME                           name of the node
  --key KEY                             key of the taint
  --value VALUE                         value of the taint, may be empty
  --effect NoSchedule|PreferNoSchedule  NoSchedule keeps new pods away, PreferNoSchedule only if
                                        there is room elsewhere (default NoSchedule)
  --context NAME                        context of the kubeconfig, which says which cluster
                                        (default: the current one)
  --dry-run                             say what would be done, change nothing
  --help                                show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'taint-node: %s\n' "$2" >&2
  exit "$1"
}

node='' key='' value='' effect=NoSchedule context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --key | --value | --effect | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
        --key) key=$2 ;;
        --value) value=$2 ;;
        --effect) effect=$2 ;;
        --context) context=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $node ]] || die 2 "--node is required (see --help)"
[[ -n $key ]] || die 2 "--key is required (see --help)"
[[ $node =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--node takes the name of a node, not '$node'"
[[ $key =~ ^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$ ]] || die 2 "--key takes a taint key such as example.org/reason, not '$key'"
[[ -z $value || $value =~ ^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$ ]] || die 2 "--value takes letters, digits, dashes, dots and underscores, not '$value'"
case $effect in
  NoSchedule | PreferNoSchedule) ;;
  *) die 2 "--effect takes NoSchedule, PreferNoSchedule, not '$effect'" ;;
esac
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --request-timeout=30s "$@" </dev/null
}
taints() { k get "node/$node" --output 'jsonpath={range .spec.taints[*]}{.key}={.value}:{.effect}{"\n"}{end}'; }

case $key in
  node.kubernetes.io/* | node.cloudprovider.kubernetes.io/*)
    die 3 "refused: taints below ${key%%/*} belong to the control plane (to keep all new pods away: kubectl cordon $node)"
    ;;
esac
before=$(taints) || die 3 "cannot read node $node"
wanted="$key=$value:$effect"
printf 'context: %s\nnote: pods that run on the node already stay there, tolerating or not: kubectl drain moves them\n' "${context:-not set}"
while read -r taint; do
  [[ $taint != "$wanted" ]] || {
    printf 'nothing to change: node %s has the taint %s already\n' "$node" "$wanted"
    exit 0
  }
  [[ $taint != "$key="*":$effect" ]] || die 3 "node $node has the taint $taint: remove that first"
done <<<"$before"
if $dry_run; then
  printf 'would taint: node %s with %s\n' "$node" "$wanted"
  exit 0
fi
k taint nodes "$node" "$wanted" || die 1 "could not taint node $node"
after=$(taints) || die 1 "cannot read node $node after the change"
grep -qxF -- "$wanted" <<<"$after" || die 1 "node $node does not have the taint $wanted after the change"
printf 'tainted: node %s with %s; undo: kubectl taint nodes %s %s:%s-%s\n' "$node" "$wanted" "$node" "$key" "$effect" "${context:+ --context ${context@Q}}"
