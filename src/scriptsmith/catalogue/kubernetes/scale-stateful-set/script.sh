#!/usr/bin/env bash
# Set how many replicas a Kubernetes StatefulSet has, and wait until exactly so many are there and
# ready.
#
# Undo: run it again with the former number, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: scale-stateful-set --statefulset NAME --replicas N [--namespace NAME] [--timeout N]
       [--context NAME] [--dry-run]

Set the replica count and wait: pods are added one after the other, each when the one before is
ready, and taken away from the highest number down. Scaling down is refused when the StatefulSet
deletes the volume claims of the pods that go (whenScaled: Delete), and where an operator owns the
StatefulSet, which would set the count back. When Argo CD, Flux, Helm or another owner keeps it, as
its labels, annotations and owners say, that is told. Members of a cluster of data are not told to
leave by this: drain them before. Otherwise the claims of the pods that go stay, and are taken again
by pods of the same number. The pods must stay ready for ten seconds.

  --statefulset NAME  name of the StatefulSet
  --replicas N        how many pods it should have
  --namespace NAME    namespace it lives in (default: the context's)
  --timeout N         how long to wait for the pods, in seconds (default 600)
  --context NAME      context of the kubeconfig, which says which cluster (default: the current
                      one)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 done, 1 failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'scale-stateful-set: %s\n' "$2" >&2
  exit "$1"
}

statefulset='' replicas='' namespace='' timeout=600 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --statefulset | --replicas | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --statefulset) statefulset=$2 ;;
        --replicas) replicas=$2 ;;
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

[[ -n $statefulset ]] || die 2 "--statefulset is required (see --help)"
[[ -n $replicas ]] || die 2 "--replicas is required (see --help)"
[[ $statefulset =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--statefulset takes the name of a StatefulSet, not '$statefulset'"
[[ $replicas =~ ^[0-9]{1,4}$ ]] || die 2 "--replicas takes a whole number from 0 to 9999, not '$replicas'"
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
keeper_of() { # KIND/NAME: what keeps it as it stands elsewhere, as its owner, labels and annotations tell
  local marks owner
  marks=$(k get "$1" --output 'jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}' 2>/dev/null) || return 0
  owner=${marks%%|*}
  case $marks in
    [A-Za-z]*) printf 'its owner (%s)' "${owner//[^A-Za-z0-9 ]/}" ;;
    *external-secrets.io/*) printf 'External Secrets' ;;
    *cert-manager.io/certificate-name*) printf 'cert-manager' ;;
    *argocd.argoproj.io/*) printf 'Argo CD' ;;
    *toolkit.fluxcd.io/*) printf 'Flux' ;;
    *meta.helm.sh/release-name*) printf 'Helm' ;;
    *app.kubernetes.io/instance*) printf 'Argo CD (perhaps: label app.kubernetes.io/instance)' ;;
  esac
}
state() { # replicas that are wanted, there and ready, whether the controller has seen this, and what becomes of claims
  k get "statefulset/$statefulset" --output 'jsonpath={.spec.replicas}|{.status.replicas}|{.status.readyReplicas}|{.metadata.generation}|{.status.observedGeneration}|{.spec.persistentVolumeClaimRetentionPolicy.whenScaled}|{.spec.ordinals.start}'
}

wanted=$((10#$replicas))
line=$(state) || die 3 "cannot read StatefulSet $statefulset in namespace $namespace"
IFS='|' read -r before there ready generation seen claims first <<<"$line"
before=${before:-1} first=${first:-0}
printf 'context: %s\n' "${context:-not set}"
printf 'StatefulSet %s in namespace %s: %s of %d pods ready\n' "$statefulset" "$namespace" "${ready:-0}" "$before"
# An operator (of RabbitMQ, Elasticsearch, Prometheus and so on) writes the count anew from its own object.
owner=$(k get "statefulset/$statefulset" --output 'jsonpath={.metadata.ownerReferences[?(@.controller==true)].kind}/{.metadata.ownerReferences[?(@.controller==true)].name}') || die 3 "cannot read who owns StatefulSet $statefulset"
[[ $owner == / ]] || die 3 "refused: $owner owns StatefulSet $statefulset and would set the count back: change it there"
keeper=$(keeper_of "statefulset/$statefulset")
[[ -z $keeper ]] || printf 'warning: %s keeps this StatefulSet and may set the count back; change it there too\n' "$keeper" >&2
# Best effort: not everybody may read autoscalers.
governed=$(k get horizontalpodautoscalers --output \
  'jsonpath={range .items[*]}{.spec.scaleTargetRef.kind}/{.spec.scaleTargetRef.name} {.metadata.name}{"\n"}{end}' 2>/dev/null) ||
  printf 'note: the autoscalers cannot be listed, so whether one governs this StatefulSet is not known\n' >&2
while read -r target autoscaler; do
  [[ $target != "StatefulSet/$statefulset" ]] ||
    printf 'warning: autoscaler %s governs this StatefulSet and may change the count again\n' "$autoscaler" >&2
done <<<"$governed"

if ((before == wanted)); then
  printf 'nothing to change: StatefulSet %s is set to %d replicas already\n' "$statefulset" "$wanted"
else
  if ((wanted < before)); then
    [[ $claims != Delete ]] || die 3 "refused: the volume claims of the pods that go would be deleted (whenScaled: Delete)"
    printf 'pods that go: %s-%d to %s-%d; their volume claims stay\n' "$statefulset" $((first + wanted)) "$statefulset" $((first + before - 1))
    ((wanted == 0)) || printf 'warning: members of a cluster of data are not told to leave by this: where they hold data of their own, drain them first\n' >&2
  fi
  if $dry_run; then
    printf 'would scale: StatefulSet %s in namespace %s from %d to %d replicas\n' "$statefulset" "$namespace" "$before" "$wanted"
    exit 0
  fi
  # --current-replicas: do nothing if somebody else scaled it in between.
  k scale "statefulset/$statefulset" --current-replicas="$before" --replicas="$wanted" || die 1 "could not scale $statefulset"
fi
! $dry_run || exit 0

# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
looks=0
for ((waited = 0; waited <= timeout || looks > 0; waited += 2)); do
  line=$(state) || die 1 "cannot read StatefulSet $statefulset any more; former count: $before"
  IFS='|' read -r now there ready generation seen _ <<<"$line"
  [[ $now == "$wanted" ]] || die 1 "the StatefulSet is set to $now replicas, not $wanted: something else scales it"
  if [[ $seen == "$generation" && ${there:-0} == "$wanted" && ${ready:-0} == "$wanted" ]]; then
    looks=$((looks + 1))
  else
    looks=0
  fi
  if ((looks == 6 || (looks == 1 && wanted == 0))); then
    printf 'scaled: StatefulSet %s in namespace %s has %d replicas (before: %d)\n' "$statefulset" "$namespace" "$wanted" "$before"
    exit 0
  fi
  sleep 2
done
die 1 "${there:-0} pods are there and ${ready:-0} ready after $timeout s, not $wanted; it goes on by itself; former count: $before"
