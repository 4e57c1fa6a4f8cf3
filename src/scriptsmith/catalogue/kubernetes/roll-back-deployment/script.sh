#!/usr/bin/env bash
# Roll one Kubernetes deployment back to the revision before the current one, or to a given one,
# and wait for it.
#
# Undo: run it again with --revision and the number that it prints as the one left behind.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: roll-back-deployment --deployment NAME [--namespace NAME] [--revision N] [--timeout N]
       [--context NAME] [--dry-run]

Put the pod template of an earlier revision of a deployment back, and wait until its pods are
ready. Only the pod template goes back: replica count, ConfigMaps and Secrets stay as they are.

Run twice without --revision it would swing back to the bad revision: name the revision when you
repeat it. If a tool applies the manifest from a repository, revert it there too; where the owners,
labels and annotations of the deployment tell of one, it is named.

  --deployment NAME  name of the deployment
  --namespace NAME   namespace it lives in (default: the context's)
  --revision N       revision to go back to; 0 is the one before the current (default 0)
  --timeout N        how long to wait for the rollout, in seconds (default 300)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 the rollout failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'roll-back-deployment: %s\n' "$2" >&2
  exit "$1"
}

deployment='' namespace='' revision=0 timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --namespace | --revision | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --namespace) namespace=$2 ;;
        --revision) revision=$2 ;;
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
[[ $revision =~ ^[0-9]{1,9}$ ]] || die 2 "--revision takes a whole number, not '$revision'"
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
current_revision() {
  k get "deployment/$deployment" --output 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}'
}

timeout=$((10#$timeout))
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
rolled_out() { rollout "$timeout" && sleep 10 && rollout 5 >/dev/null; }
current=$(current_revision) || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ $current =~ ^[0-9]+$ ]] || die 3 "deployment $deployment has no revision yet"
history=$(k rollout history "deployment/$deployment") || die 3 "cannot read the rollout history of $deployment"
target=$((10#$revision))
if ((target == 0)); then
  target=$(awk -v current="$current" '$1 ~ /^[0-9]+$/ && $1 + 0 < current + 0 && $1 + 0 > best + 0 { best = $1 } END { print best + 0 }' <<<"$history")
  ((target > 0)) || die 3 "deployment $deployment has no revision before $current"
elif ((target == current)); then
  printf 'nothing to do: deployment %s is at revision %s already\n' "$deployment" "$current"
  ! $dry_run || exit 0
  rolled_out || die 1 "it was at revision $current before, but its pods are not ready after $timeout s, or only for a moment"
  exit 0
else
  awk -v wanted="$target" '$1 == wanted { found = 1 } END { exit !found }' <<<"$history" ||
    die 3 "deployment $deployment has no revision $target (kubectl rollout history lists them)"
fi

printf 'context: %s\n' "${context:-not set}"
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the template back; change it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would roll back: deployment %s in namespace %s from revision %s to %s:\n' "$deployment" "$namespace" "$current" "$target"
  k rollout history "deployment/$deployment" --revision="$target" || true
  exit 0
fi

k rollout undo "deployment/$deployment" --to-revision="$target" || die 1 "could not roll back $deployment"
rolled_out || die 1 "rolled back to revision $target, but its pods are not ready after $timeout s, or only for a moment (left behind: $current)"
now=$(current_revision) || die 1 "cannot read the deployment after the rollback"
[[ $now != "$current" ]] || die 1 "the deployment is still at revision $current"
# A roll-back makes one new revision. Whatever applies the manifest from a repository may have made another meanwhile.
((now == current + 1)) || die 1 "rolled back, but something has changed the deployment again: it is at revision $now (left behind: $current)"
printf 'rolled back: %s has the template of revision %s again (now numbered %s; left behind: %s)\n' "$deployment" "$target" "$now" "$current"
