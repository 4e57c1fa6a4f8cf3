#!/usr/bin/env bash
# Restart the pods of one Kubernetes deployment, a few at a time, and wait until the new ones are
# ready.
#
# Undo: not needed, the pod template stays the same but for a time stamp; if new pods fail,
# kubectl rollout undo deployment/NAME.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restart-deployment --deployment NAME [--namespace NAME] [--timeout N] [--context NAME]
       [--dry-run]

Replace the pods of a deployment by new ones, following its own rollout strategy, wait until the
rollout is complete, and look again ten seconds later. With the strategy Recreate there is a time
without pods, which is said.

  --deployment NAME  name of the deployment
  --namespace NAME   namespace it lives in (default: the context's)
  --timeout N        how long to wait for the rollout, in seconds (default 300)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 the rollout failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restart-deployment: %s\n' "$2" >&2
  exit "$1"
}

deployment='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
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
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
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
restarted_at() { # KIND/NAME: when it was last restarted, as the template of its pods tells
  k get "$1" --output 'jsonpath={.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}'
}

state=$(k get "deployment/$deployment" --output 'jsonpath={.spec.replicas}|{.spec.paused}|{.spec.strategy.type}') ||
  die 3 "cannot read deployment $deployment in namespace $namespace"
IFS='|' read -r replicas paused strategy <<<"$state"
[[ ${paused:-} != true ]] || die 3 "the deployment is paused: kubectl rollout resume deployment/$deployment first"
before=$(restarted_at "deployment/$deployment") || die 3 "cannot read deployment $deployment"
[[ ${replicas:-0} != 0 ]] || printf 'note: %s is scaled to 0, there are no pods to replace\n' "$deployment" >&2

[[ $strategy != Recreate ]] || printf 'warning: the strategy of %s is Recreate: all its pods end before the new ones start\n' "$deployment" >&2
printf 'context: %s\n' "${context:-not set}"
if $dry_run; then
  printf 'would restart: deployment %s in namespace %s (%s replicas)\n' "$deployment" "$namespace" "${replicas:-0}"
  exit 0
fi

k rollout restart "deployment/$deployment" || die 1 "could not restart $deployment"
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
if ! { rollout "$((10#$timeout))" && sleep 10 && rollout 5 >/dev/null; }; then
  k get pods --output wide >&2 || true
  die 1 "the new pods of $deployment are not ready after $((10#$timeout)) s, or only for a moment; back out with: kubectl rollout undo --namespace $namespace deployment/$deployment${context:+ --context ${context@Q}}"
fi
after=$(restarted_at "deployment/$deployment") || die 1 "cannot read deployment $deployment after the restart"
[[ -n $after && $after != "$before" ]] || die 1 "something has set the restart of $deployment back: pods of before may still run"
printf 'restarted: deployment %s in namespace %s\n' "$deployment" "$namespace"
