#!/usr/bin/env bash
# Remove a pod that hangs in Terminating from the API server, without waiting for its kubelet.
#
# Undo: none. Its controller makes a new pod; what the old one still does on its node goes on.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: force-delete-pod --pod NAME [--node-is-off yes|no] [--namespace NAME] [--context NAME]
       [--dry-run]

Force-delete one pod whose deletion was asked for and whose grace period is over. Nobody checks
that its processes have ended: two pods may then write to one volume, or a StatefulSet have two
members of one name. So the pod of a StatefulSet, or one with a volume claim, is refused while its
node exists, unless --node-is-off yes says that somebody has made sure that nothing of it runs. A
pod that is not being deleted, and one that waits for a finalizer, are refused.

  --pod NAME            name of the pod
  --node-is-off yes|no  yes: it is certain that nothing of the pod runs any more on its node
                        (default no)
  --namespace NAME      namespace it lives in (default: the context's)
  --context NAME        context of the kubeconfig, which says which cluster (default: the current
                        one)
  --dry-run             say what would be done, change nothing
  --help                show this text

Exit status: 0 it is gone, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'force-delete-pod: %s\n' "$2" >&2
  exit "$1"
}

pod='' node_is_off=no namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --pod | --node-is-off | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pod) pod=$2 ;;
        --node-is-off) node_is_off=$2 ;;
        --namespace) namespace=$2 ;;
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

[[ -n $pod ]] || die 2 "--pod is required (see --help)"
[[ $pod =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--pod takes the name of a pod, not '$pod'"
[[ $node_is_off == yes || $node_is_off == no ]] || die 2 "--node-is-off takes yes or no, not '$node_is_off'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}

object=$(k get pod "$pod" --ignore-not-found --output json) || die 3 "cannot read the pods of namespace $namespace"
printf 'context: %s\n' "${context:-not set}"
if [[ -z $object ]]; then
  printf 'nothing to delete: there is no pod %s in namespace %s\n' "$pod" "$namespace"
  exit 0
fi
# The time of deletion is when the grace period ends; it is given in seconds of overdue, and none when nobody deletes it.
line=$(jq -r '[.metadata.uid, (.metadata.deletionTimestamp | if . then now - fromdate | floor else "none" end), .spec.nodeName // "none",
  ((.metadata.ownerReferences // []) | map(select(.controller)) | .[0].kind // "none"),
  ([.spec.volumes[]? | select(.persistentVolumeClaim or .ephemeral)] | length), ((.metadata.finalizers // []) | join(","))] | join("|")' <<<"$object") ||
  die 3 "what kubectl says about pod $pod is not understood"
IFS='|' read -r uid overdue node owner claims finalizers <<<"$line"
[[ $overdue != none ]] || die 3 "refused: pod $pod is not being deleted; delete it in the ordinary way first"
((overdue >= 0)) || die 3 "refused: pod $pod has $((-overdue)) s left to end by itself"
[[ -z $finalizers ]] || die 3 "refused: pod $pod waits for its finalizers ($finalizers), not for its node"

name=''
if [[ $node != none ]]; then
  name=$(k get node "$node" --ignore-not-found --output 'jsonpath={.metadata.name} {.status.conditions[?(@.type=="Ready")].status}') ||
    die 3 "cannot read node $node (may you see nodes?)"
fi
printf 'pod %s of %s on node %s (%s), %d s overdue, %d volume claims\n' "$pod" "$owner" "$node" "${name:-gone}" "$overdue" "$claims"
if [[ -n $name && $node_is_off == no ]]; then
  [[ $owner != StatefulSet ]] || die 3 "refused: pod $pod may still run on $node, and a StatefulSet would start a second one of its name (--node-is-off yes)"
  ((claims == 0)) || die 3 "refused: pod $pod may still run on $node and write to its volume (--node-is-off yes)"
fi
if $dry_run; then
  printf 'would force-delete: pod %s in namespace %s\n' "$pod" "$namespace"
  exit 0
fi
kubectl --context "$context" delete pod "$pod" --namespace "$namespace" --force --grace-period=0 --timeout=60s </dev/null || die 1 "could not delete pod $pod"
left=$(k get pod "$pod" --ignore-not-found --output 'jsonpath={.metadata.uid}') || die 1 "cannot look whether pod $pod is gone"
[[ $left != "$uid" ]] || die 1 "pod $pod is still there"
printf 'force-deleted: pod %s in namespace %s%s\n' "$pod" "$namespace" "${left:+; a new one of its name is there}"
