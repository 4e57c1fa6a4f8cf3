#!/usr/bin/env bash
# Make one cordoned Kubernetes node, or every cordoned worker node, schedulable again.
#
# Undo: kubectl cordon with the nodes that it uncordoned, as it prints, with the context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: uncordon-nodes [--node NAME] [--context NAME] [--dry-run]

Uncordon nodes, so that new pods may be placed on them. With all (the default), every cordoned
node is taken that does not carry the role label of the control plane; a node that is not Ready
is uncordoned too, with a warning, and so is one with other taints that keep pods away. One named
node is taken whatever its role, and of one that is not cordoned the same is told.

  --node NAME     name of one node, or the word all for every cordoned worker (default all)
  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 done, 1 some node could not be uncordoned, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'uncordon-nodes: %s\n' "$2" >&2
  exit "$1"
}

node=all context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
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

[[ $node =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--node takes the name of a node, not '$node'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --request-timeout=30s "$@" </dev/null
}
fields='{.metadata.name}|{.spec.unschedulable}|{.status.conditions[?(@.type=="Ready")].status}|{.spec.taints[*].key}|{.spec.taints[*].effect}{"\n"}'
if [[ $node == all ]]; then
  list=$(k get nodes --selector '!node-role.kubernetes.io/control-plane,!node-role.kubernetes.io/master' \
    --output "jsonpath={range .items[*]}$fields{end}") || die 3 "cannot list the nodes"
  [[ -n $list ]] || die 3 "there are no worker nodes"
else
  list=$(k get "node/$node" --output "jsonpath=$fields") || die 3 "cannot read node $node"
fi
mapfile -t nodes <<<"$list"

printf 'context: %s\n' "${context:-not set}"
freed='' count=0 failed=0
for line in "${nodes[@]}"; do
  IFS='|' read -r name cordoned ready keys effects <<<"$line"
  [[ -n $name ]] || continue
  if [[ $cordoned != true ]]; then
    [[ $node != all ]] || continue
    printf 'not cordoned: %s\n' "$name"
  fi
  [[ $ready == True ]] || printf 'warning: node %s is not Ready\n' "$name" >&2
  read -r -a keys <<<"$keys"
  read -r -a effects <<<"$effects"
  for i in "${!keys[@]}"; do
    [[ ${keys[i]} == node.kubernetes.io/unschedulable || ${effects[i]:-} == PreferNoSchedule ]] ||
      printf 'warning: node %s keeps the taint %s:%s, which lets in only pods that tolerate it\n' "$name" "${keys[i]}" "${effects[i]:-?}" >&2
  done
  [[ $cordoned == true ]] || continue
  if $dry_run; then
    printf 'would uncordon: %s\n' "$name"
  elif k uncordon "$name" && state=$(k get "node/$name" --output 'jsonpath={.spec.unschedulable}') && [[ $state != true ]]; then
    printf 'uncordoned: %s\n' "$name"
    freed+=" $name" count=$((count + 1))
  else
    printf 'could not uncordon: %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done
! $dry_run || exit 0
printf '%d uncordoned, %d failed\n' "$count" "$failed"
[[ -z $freed ]] || printf 'undo: kubectl cordon%s%s\n' "$freed" "${context:+ --context ${context@Q}}"
((failed == 0)) || exit 1
