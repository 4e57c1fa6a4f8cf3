#!/usr/bin/env bash
# Pause the rollout of a Kubernetes deployment, so that no further pods are replaced.
#
# Undo: kubectl rollout resume deployment/NAME, as it prints, with namespace and context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: pause-rollout --deployment NAME [--namespace NAME] [--context NAME] [--dry-run]

Pause a deployment: pods that are replaced already stay, no more are replaced, and later changes
of its template wait until it is resumed. Scaling and restarts of crashed pods go on. A paused
deployment cannot be rolled back: resume it first. When an owner, Argo CD, Flux or Helm keeps it, as
its labels, annotations and owners say, that is told: its rollout may be resumed.

  --deployment NAME  name of the deployment
  --namespace NAME   namespace it lives in (default: the context's)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'pause-rollout: %s\n' "$2" >&2
  exit "$1"
}

deployment='' namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
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

[[ -n $deployment ]] || die 2 "--deployment is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
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
state() { k get "deployment/$deployment" --output 'jsonpath={.spec.paused}|{.spec.replicas}|{.status.updatedReplicas}|{.status.readyReplicas}'; }

line=$(state) || die 3 "cannot read deployment $deployment in namespace $namespace"
IFS='|' read -r paused replicas updated ready <<<"$line"
printf 'context: %s\n' "${context:-not set}"
printf 'pods wanted: %s, of the new version: %s, ready: %s\n' "${replicas:-1}" "${updated:-0}" "${ready:-0}"
if [[ $paused == true ]]; then
  printf 'nothing to change: deployment %s is paused already\n' "$deployment"
  exit 0
fi
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may resume its rollout; pause it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would pause: the rollout of deployment %s in namespace %s\n' "$deployment" "$namespace"
  exit 0
fi
kubectl --context "$context" rollout pause --namespace "$namespace" --request-timeout=30s "deployment/$deployment" </dev/null || die 1 "could not pause deployment $deployment"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
line=$(state) || die 1 "cannot read deployment $deployment after the change"
[[ ${line%%|*} == true ]] || die 1 "deployment $deployment is not paused: something has resumed it"
printf 'paused: deployment %s in namespace %s; changes wait until: kubectl rollout resume deployment/%s --namespace %s%s\n' \
  "$deployment" "$namespace" "$deployment" "$namespace" "${context:+ --context ${context@Q}}"
