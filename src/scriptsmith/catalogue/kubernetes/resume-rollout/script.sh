#!/usr/bin/env bash
# Resume the paused rollout of a Kubernetes deployment, and wait until it is complete.
#
# Undo: kubectl rollout pause deployment/NAME, as it prints, pauses it again; kubectl rollout undo goes
# back to the former version. Both with namespace and context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: resume-rollout --deployment NAME [--namespace NAME] [--timeout N] [--context NAME]
       [--dry-run]

Resume a deployment: all changes of its template that were made while it was paused are rolled out
now, at once. One that is not paused is only waited for. When an owner, Argo CD, Flux or Helm
keeps the deployment, that is said.

  --deployment NAME  name of the deployment
  --namespace NAME   namespace it lives in (default: the context's)
  --timeout N        how long to wait for the rollout, in seconds (default 300)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'resume-rollout: %s\n' "$2" >&2
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
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
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
paused() { k get "deployment/$deployment" --output 'jsonpath={.spec.paused}'; }

state=$(paused) || die 3 "cannot read deployment $deployment in namespace $namespace"
printf 'context: %s\n' "${context:-not set}"
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may pause it again; change that there too\n' "$keeper" >&2
if [[ $state != true ]]; then
  printf 'nothing to change: deployment %s is not paused\n' "$deployment"
  ! $dry_run || exit 0
elif $dry_run; then
  printf 'would resume: the rollout of deployment %s in namespace %s\n' "$deployment" "$namespace"
  exit 0
else
  kubectl --context "$context" rollout resume --namespace "$namespace" --request-timeout=30s "deployment/$deployment" </dev/null ||
    die 1 "could not resume deployment $deployment"
  state=$(paused) || die 1 "cannot read deployment $deployment after the change"
  [[ $state != true ]] || die 1 "deployment $deployment is still paused: something pauses it again"
  printf 'resumed; to pause it again: kubectl rollout pause deployment/%s --namespace %s%s\n' "$deployment" "$namespace" "${context:+ --context ${context@Q}}"
fi
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
if ! { rollout "$timeout" && sleep 10 && rollout 5 >/dev/null; }; then
  die 1 "not paused, but the pods of $deployment are not ready after $timeout s, or only for a moment; to the former version: kubectl rollout undo deployment/$deployment --namespace $namespace${context:+ --context ${context@Q}}"
fi
state=$(paused) || die 1 "cannot read deployment $deployment after the rollout"
[[ $state != true ]] || die 1 "deployment $deployment is paused again: something has set it back"
printf 'complete: the rollout of deployment %s in namespace %s\n' "$deployment" "$namespace"
