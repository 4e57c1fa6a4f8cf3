#!/usr/bin/env bash
# Delete one Kubernetes pod that a controller owns, and wait until the controller has made a new
# one.
#
# Undo: none, the pod and what it kept in emptyDir volumes and memory are gone; its controller makes
# a new one.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-pod --pod NAME [--namespace NAME] [--timeout N] [--context NAME] [--dry-run]

Delete one pod, within its grace period, and wait for its successor. Refused for pods that nobody
would make anew: those without a controller, static pods of a node, the last try of a Job, and those
that have ended or are being deleted already. Whether the new one comes up is not waited for. Save its logs first if you
want to know why it misbehaved.

  --pod NAME        name of the pod
  --namespace NAME  namespace of the pod (default: the context's)
  --timeout N       how long to wait for its end, and then for the new one, in seconds (default
                    120)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-pod: %s\n' "$2" >&2
  exit "$1"
}

pod='' namespace='' timeout=120 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --pod | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pod) pod=$2 ;;
        --namespace) namespace=$2 ;;
        --timeout) timeout=$2 ;;
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
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
siblings() { # the uids of the pods of the same owner
  local pods uid of
  pods=$(k get pods --output 'jsonpath={range .items[*]}{.metadata.uid}|{.metadata.ownerReferences[?(@.controller==true)].uid}{"\n"}{end}') || return 1
  while IFS='|' read -r uid of; do
    [[ $of != "$owner_uid" ]] || printf '%s\n' "$uid"
  done <<<"$pods"
}

line=$(k get pod "$pod" --output \
  'jsonpath={.metadata.uid}|{.metadata.ownerReferences[?(@.controller==true)].kind}|{.metadata.ownerReferences[?(@.controller==true)].name}|{.metadata.ownerReferences[?(@.controller==true)].uid}|{.spec.nodeName}|{.status.phase}|{.metadata.deletionTimestamp}') ||
  die 3 "cannot read pod $pod in namespace $namespace"
IFS='|' read -r uid kind owner owner_uid node phase leaving <<<"$line"
[[ -n $uid ]] || die 3 "cannot read pod $pod in namespace $namespace"
case $kind in
  '') die 3 "refused: pod $pod has no controller, nothing would make it anew" ;;
  Node) die 3 "refused: $pod is a static pod of node $node, its kubelet would not restart it" ;;
  ReplicaSet | StatefulSet | DaemonSet | Job | ReplicationController) ;;
  *) printf 'warning: whether %s/%s makes its pods anew is not known: operators do, workflows and pipelines do not\n' "$kind" "$owner" >&2 ;;
esac
[[ -z $leaving ]] || die 3 "refused: pod $pod is being deleted already, since $leaving"
[[ $phase != Succeeded && $phase != Failed ]] ||
  die 3 "refused: pod $pod has ended ($phase): its controller has made another one, or will make none"
if [[ $kind == Job ]]; then # its pod counts as one that failed
  tries=$(k get job "$owner" --output 'jsonpath={.spec.backoffLimit} {.status.failed}') || die 3 "cannot read Job $owner in namespace $namespace"
  read -r limit failed <<<"$tries"
  ((${failed:-0} < ${limit:-6})) || die 3 "refused: pod $pod is the last try of Job $owner (backoffLimit ${limit:-6}), which would fail for good"
fi
printf 'context: %s\n' "${context:-not set}"
if $dry_run; then
  printf 'would delete: pod %s of %s/%s in namespace %s, on node %s\n' "$pod" "$kind" "$owner" "$namespace" "${node:-none}"
  exit 0
fi
before=$(siblings) || die 3 "cannot list the pods of namespace $namespace"
kubectl --context "$context" delete pod "$pod" --namespace "$namespace" --timeout="${timeout}s" </dev/null ||
  die 1 "pod $pod is not gone after $timeout s (a pod on a node that does not answer stays in Terminating)"

for ((waited = 0; waited <= timeout; waited += 2)); do
  now=$(siblings) || die 1 "the pod is deleted, but the pods of namespace $namespace cannot be listed"
  while read -r new; do
    if [[ -n $new ]] && ! grep -qxF -- "$new" <<<"$before"; then
      printf 'deleted: pod %s; %s/%s has made a new one (whether it becomes ready was not waited for)\n' "$pod" "$kind" "$owner"
      exit 0
    fi
  done <<<"$now"
  sleep 2
done
die 1 "pod $pod is deleted, but $kind/$owner has not made a new one within $timeout s"
