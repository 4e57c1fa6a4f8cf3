#!/usr/bin/env bash
# Restart all pods of a StatefulSet or DaemonSet in a rolling fashion, and wait until it is
# complete.
#
# Undo: none is needed: only an annotation of the pod template changes; the former processes are
# gone.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restart-stateful-set --name NAME [--kind statefulset|daemonset] [--namespace NAME]
       [--timeout N] [--context NAME] [--dry-run]

Restart the pods one after the other: those of a StatefulSet from the highest number down, each
one only when the one before is ready, those of a DaemonSet as many at a time as it allows. Refused
while pods of a StatefulSet are not ready, for a restart could take the last healthy copy of the
data away, when pods are replaced only by hand (OnDelete), and while a partition keeps some of them
from being replaced.

  --name NAME                   name of the StatefulSet or DaemonSet
  --kind statefulset|daemonset  which kind it is (default statefulset)
  --namespace NAME              namespace it lives in (default: the context's)
  --timeout N                   how long to wait for the rollout, in seconds (default 900)
  --context NAME                context of the kubeconfig, which says which cluster (default: the
                                current one)
  --dry-run                     say what would be done, change nothing
  --help                        show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restart-stateful-set: %s\n' "$2" >&2
  exit "$1"
}

name='' kind=statefulset namespace='' timeout=900 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --name | --kind | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --kind) kind=$2 ;;
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ $name =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--name takes the name of a workload, not '$name'"
case $kind in
  statefulset | daemonset) ;;
  *) die 2 "--kind takes statefulset, daemonset, not '$kind'" ;;
esac
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
if [[ $kind == statefulset ]]; then
  fields='{.spec.replicas}|{.status.readyReplicas}|{.spec.updateStrategy.type}|{.spec.updateStrategy.rollingUpdate.partition}'
else
  fields='{.status.desiredNumberScheduled}|{.status.numberReady}|{.spec.updateStrategy.type}'
fi
restarted_at() { # KIND/NAME: when it was last restarted, as the template of its pods tells
  k get "$1" --output 'jsonpath={.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}'
}

line=$(k get "$kind/$name" --output "jsonpath=$fields") || die 3 "cannot read $kind $name in namespace $namespace"
IFS='|' read -r wanted ready strategy partition <<<"$line"
before=$(restarted_at "$kind/$name") || die 3 "cannot read $kind $name in namespace $namespace"
wanted=${wanted:-1} ready=${ready:-0}
printf 'context: %s\n' "${context:-not set}"
printf '%s %s in namespace %s: %s of %s pods ready\n' "$kind" "$name" "$namespace" "$ready" "$wanted"
[[ $strategy != OnDelete ]] || die 3 "refused: its pods are replaced only when somebody deletes them (OnDelete)"
((${partition:-0} == 0)) || die 3 "refused: its partition is $partition, so pods with lower numbers would not be restarted"
((wanted > 0)) || die 3 "there is nothing to restart: no pods are wanted"
if [[ $kind == statefulset ]]; then
  ((ready >= wanted)) || die 3 "refused: not all of its pods are ready; repair those first"
elif ((ready < wanted)); then
  printf 'warning: %d of its pods are not ready, and may not be after the restart; on a node that is down none is replaced\n' $((wanted - ready)) >&2
fi
if $dry_run; then
  printf 'would restart: %s %s, %d pods\n' "$kind" "$name" "$wanted"
  exit 0
fi
kubectl --context "$context" rollout restart --namespace "$namespace" --request-timeout=30s "$kind/$name" </dev/null || die 1 "could not restart $kind $name"
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "$kind/$name" </dev/null; }
rollout "$timeout" || die 1 "not all pods of $kind $name are restarted and ready after $timeout s; it goes on by itself"
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
sleep 10
rollout 5 >/dev/null || die 1 "the pods of $kind $name were ready, and ten seconds later are not; see: kubectl get pods --namespace $namespace${context:+ --context ${context@Q}}"
after=$(restarted_at "$kind/$name") || die 1 "cannot read $kind $name after the restart"
[[ -n $after && $after != "$before" ]] || die 1 "something has set the restart of $kind $name back: pods of before may still run"
printf 'restarted: %s %s in namespace %s\n' "$kind" "$name" "$namespace"
