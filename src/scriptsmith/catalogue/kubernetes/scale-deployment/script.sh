#!/usr/bin/env bash
# Set how many replicas a Kubernetes deployment has, and wait until that many are ready.
#
# Undo: run it again with the former number, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: scale-deployment --deployment NAME --replicas N [--namespace NAME] [--timeout N]
       [--context NAME] [--dry-run]

Set the replica count of a deployment and wait until the rollout is complete and no pod too many is
left. 0 stops the workload. When a HorizontalPodAutoscaler governs the deployment, a warning says
so: it may change the count again (and is switched off by 0). So may an owner, Argo CD, Flux or Helm,
which is told where labels, annotations and owners say so.

  --deployment NAME  name of the deployment
  --replicas N       how many pods it should have
  --namespace NAME   namespace it lives in (default: the context's)
  --timeout N        how long to wait for the rollout, in seconds (default 300)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'scale-deployment: %s\n' "$2" >&2
  exit "$1"
}

deployment='' replicas='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --replicas | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
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

[[ -n $deployment ]] || die 2 "--deployment is required (see --help)"
[[ -n $replicas ]] || die 2 "--replicas is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ $replicas =~ ^[0-9]{1,4}$ ]] || die 2 "--replicas takes a whole number from 0 to 9999, not '$replicas'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
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
pods() { # how many there are of the deployment, also those that still end
  local list owner phase count=0
  list=$(k get pods --output 'jsonpath={range .items[*]}{.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name} {.status.phase}{"\n"}{end}') || return 1
  while read -r owner phase; do
    # A replica set is called as its deployment, and a hash.
    [[ $owner == "ReplicaSet/$deployment-"* && ${owner#"ReplicaSet/$deployment-"} != *-* ]] || continue
    [[ $phase == Succeeded || $phase == Failed ]] || count=$((count + 1))
  done <<<"$list"
  printf '%d' "$count"
}
count() { k get "deployment/$deployment" --output 'jsonpath={.spec.replicas}'; }

wanted=$((10#$replicas))
before=$(count) || die 3 "cannot read deployment $deployment in namespace $namespace"
before=${before:-1}
printf 'context: %s\n' "${context:-not set}"

# Best effort: not everybody may read autoscalers.
governed=$(k get horizontalpodautoscalers --output \
  'jsonpath={range .items[*]}{.spec.scaleTargetRef.kind}/{.spec.scaleTargetRef.name} {.metadata.name}{"\n"}{end}' 2>/dev/null) ||
  printf 'note: the autoscalers cannot be listed, so whether one governs this deployment is not known\n' >&2
while read -r target autoscaler; do
  [[ $target != "Deployment/$deployment" ]] ||
    printf 'warning: autoscaler %s governs this deployment and may change the count again\n' "$autoscaler" >&2
done <<<"$governed"

keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the count back; change it there too\n' "$keeper" >&2

if ((before == wanted)); then
  printf 'nothing to change: deployment %s is set to %d replicas already\n' "$deployment" "$wanted"
elif $dry_run; then
  printf 'would scale: deployment %s in namespace %s from %d to %d replicas\n' "$deployment" "$namespace" "$before" "$wanted"
  exit 0
else
  # --current-replicas: do nothing if somebody else scaled it in between.
  k scale "deployment/$deployment" --current-replicas="$before" --replicas="$wanted" ||
    die 1 "could not scale $deployment"
fi
! $dry_run || exit 0

rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
rollout "$((10#$timeout))" ||
  die 1 "the pods of $deployment are not ready after $SECONDS s (waited for at most $((10#$timeout)) s); former count: $before"
# To Kubernetes the rollout is complete while the pods that are too many still end, and work until then.
while :; do
  there=$(pods) || die 1 "the count is set, but the pods cannot be listed, so whether there are too many is not known"
  ((there > wanted)) || break
  ((SECONDS < 10#$timeout)) || die 1 "the count is set, but $((there - wanted)) pods too many still run or end after $((10#$timeout)) s; former count: $before"
  sleep 1
done
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
((wanted == 0)) || { sleep 10 && rollout 5 >/dev/null; } || die 1 "the pods of $deployment were ready, and ten seconds later are not; former count: $before"
now=$(count) || die 1 "cannot read the deployment after scaling"
((now == wanted)) || die 1 "the deployment is set to $now replicas, not $wanted: something else scales it"
printf 'scaled: deployment %s in namespace %s has %d replicas (before: %d)\n' "$deployment" "$namespace" "$wanted" "$before"
