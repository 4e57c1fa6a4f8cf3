#!/usr/bin/env bash
# Remove the taints with one key from a Kubernetes node, of one effect or of any.
#
# Undo: kubectl taint nodes NODE KEY=VALUE:EFFECT with each taint, as it prints, with the context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-node-taint --node NAME --key KEY
       [--effect any|NoSchedule|PreferNoSchedule|NoExecute] [--context NAME] [--dry-run]

Remove the taints with one key from a node, so that pods may be placed on it again. Taints that
the control plane derives from the state of a node (node.kubernetes.io/...) are refused: they come
back until the cause is gone, and a cordoned node is to be uncordoned. The one that a person sets
for a node that is down (node.kubernetes.io/out-of-service) is removed. Without such a taint there
is nothing to do; the ones that exist are listed, and afterwards what still keeps pods away.

  --node NAME                                         name of the node
  --key KEY                                           key of the taint
  --effect any|NoSchedule|PreferNoSchedule|NoExecute  remove the taint with this effect only, or
                                                      with any (default any)
  --context NAME                                      context of the kubeconfig, which says which
                                                      cluster (default: the current one)
  --dry-run                                           say what would be done, change nothing
  --help                                              show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-node-taint: %s\n' "$2" >&2
  exit "$1"
}

node='' key='' effect=any context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --key | --effect | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
        --key) key=$2 ;;
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
case $effect in
  any | NoSchedule | PreferNoSchedule | NoExecute) ;;
  *) die 2 "--effect takes any, NoSchedule, PreferNoSchedule, NoExecute, not '$effect'" ;;
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
matching() { # of the taints on stdin, those that are to go
  local taint
  while read -r taint; do
    if [[ $effect == any ]]; then
      [[ $taint != "$key="*:* ]] || printf '%s\n' "$taint"
    else
      [[ $taint != "$key="*":$effect" ]] || printf '%s\n' "$taint"
    fi
  done
}

case $key in
  node.kubernetes.io/unschedulable) die 3 "refused: uncordon node $node instead (kubectl uncordon $node)" ;;
  node.kubernetes.io/out-of-service) ;; # set by hand after a node went down, and by nobody else
  node.kubernetes.io/*) die 3 "refused: the control plane sets $key as long as node $node is in that state" ;;
esac
before=$(taints) || die 3 "cannot read node $node"
printf 'context: %s\n' "${context:-not set}"
gone=$(matching <<<"$before")
if [[ -z $gone ]]; then
  present=${before//$'\n'/, }
  printf 'nothing to remove: node %s has no taint %s (it has: %s)\n' "$node" "$key" "${present:-none}"
  exit 0
fi
case $key in
  node-role.kubernetes.io/*) printf 'warning: ordinary pods may be placed on the control plane node %s then\n' "$node" >&2 ;;
esac
if $dry_run; then
  printf 'would remove: %s from node %s\n' "${gone//$'\n'/, }" "$node"
  exit 0
fi
target=$key-
[[ $effect == any ]] || target=$key:$effect-
k taint nodes "$node" "$target" || die 1 "could not remove the taint $key from node $node"
after=$(taints) || die 1 "cannot read node $node after the change"
still=$(matching <<<"$after")
[[ -z $still ]] || die 1 "node $node still has ${still//$'\n'/, }: something puts it back"
printf 'removed: %s from node %s\nundo: kubectl taint nodes %s %s%s\n' "${gone//$'\n'/, }" "$node" "$node" "${gone//$'\n'/ }" "${context:+ --context ${context@Q}}"
[[ -z $after ]] || printf 'pods are still kept away by: %s\n' "${after//$'\n'/, }"
