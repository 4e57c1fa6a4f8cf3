#!/usr/bin/env bash
# Set one label of a Kubernetes node, and say what it was before.
#
# Undo: kubectl label node NODE KEY=FORMER --overwrite, or KEY- when it had none; the former value
# is printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: label-node --node NAME --label KEY --value VALUE [--context NAME] [--dry-run]

Set one label of a node. A label that is there is overwritten, and its former value printed.
Running pods stay where they are, even if their node selector does not match any more. The labels
that the kubelet sets (kubernetes.io/hostname, kubernetes.io/os, kubernetes.io/arch and the like)
are refused, and so are those of zone and region (topology.kubernetes.io) where they are set already. What looks after labels (Node Feature Discovery, Cluster API, a node pool of the cloud) may
set its own back, and a node that is made anew has only those.

  --node NAME     name of the node
  --label KEY     key of the label
  --value VALUE   value of the label
  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'label-node: %s\n' "$2" >&2
  exit "$1"
}

node='' label='' value='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --node | --label | --value | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --node) node=$2 ;;
        --label) label=$2 ;;
        --value) value=$2 ;;
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
[[ -n $label ]] || die 2 "--label is required (see --help)"
[[ -n $value ]] || die 2 "--value is required (see --help)"
[[ $node =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--node takes the name of a node, not '$node'"
[[ $label =~ ^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$ ]] || die 2 "--label takes a label key such as example.org/pool, not '$label'"
[[ $value =~ ^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$ ]] || die 2 "--value takes letters, digits, dashes, dots and underscores, not '$value'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
k() { # VERB ARG...: kubectl, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --request-timeout=30s "$@" </dev/null
}
case $label in
  node.kubernetes.io/exclude-from-external-load-balancers) ;;
  kubernetes.io/* | beta.kubernetes.io/* | node.kubernetes.io/* | failure-domain.beta.kubernetes.io/*)
    die 3 "refused: the label $label is set by the kubelet or the cloud, and much depends on it"
    ;;
esac
# All labels are read, as a dot in a key would need escaping in a JSONPath.
# shellcheck disable=SC2016  # the variables are those of the template
labels() { k get "node/$node" --output 'go-template={{range $key, $value := .metadata.labels}}{{$key}}={{$value}}{{"\n"}}{{end}}'; }
value_in() { # prints "=VALUE" if the label is among those on stdin
  local line
  while read -r line; do
    [[ $line != "$label="* ]] || printf '=%s' "${line#"$label="}"
  done
}
before=$(labels) || die 3 "cannot read node $node"
former=$(value_in <<<"$before")
printf 'context: %s\n' "${context:-not set}"
if [[ $former == "=$value" ]]; then
  printf 'nothing to change: node %s has %s=%s already\n' "$node" "$label" "$value"
  exit 0
fi
# On hardware of one's own nobody else sets them; volumes stay in the zone that a node had.
[[ $label != topology.kubernetes.io/* || -z $former ]] || die 3 "refused: the label $label is set (now $former), by the cloud perhaps, and volumes depend on it"
if $dry_run; then
  printf 'would label: node %s with %s=%s (now %s)\n' "$node" "$label" "$value" "${former:-not set}"
  exit 0
fi
k label node "$node" "$label=$value" --overwrite || die 1 "could not label node $node"
after=$(labels) || die 1 "cannot read node $node after the change"
[[ $(value_in <<<"$after") == "=$value" ]] || die 1 "node $node does not have $label=$value after the change"
if [[ -n $former ]]; then
  printf 'labelled: node %s with %s=%s; undo: kubectl label node %s %s%s --overwrite%s\n' "$node" "$label" "$value" "$node" "$label" "$former" "${context:+ --context ${context@Q}}"
else
  printf 'labelled: node %s with %s=%s; undo: kubectl label node %s %s-%s\n' "$node" "$label" "$value" "$node" "$label" "${context:+ --context ${context@Q}}"
fi
