#!/usr/bin/env bash
# Set the image of one container of a Kubernetes deployment, and wait until the rollout is complete.
#
# Undo: run it again with the former image, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-deployment-image --deployment NAME --image IMAGE [--container NAME] [--namespace NAME]
       [--timeout N] [--context NAME] [--dry-run]

Set the image of one container and wait for its rollout. An image without a tag or digest would be
:latest, which nobody can go back from, so it is refused. A paused deployment is refused too,
since nothing would happen; of one with 0 replicas it is told that nothing runs the image. Where a pipeline or an operator owns the deployment, it may set the
image back: change it there as well. An owner, Argo CD, Flux or Helm that left its mark is named.

  --deployment NAME  name of the deployment
  --image IMAGE      image with tag or digest
  --container NAME   container whose image is set; may be left out when there is only one
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
  printf 'set-deployment-image: %s\n' "$2" >&2
  exit "$1"
}

deployment='' image='' container='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --image | --container | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --image) image=$2 ;;
        --container) container=$2 ;;
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
[[ -n $image ]] || die 2 "--image is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ $image =~ ^[a-z0-9]([a-zA-Z0-9._/:@-]{0,300}[a-zA-Z0-9_])?$ ]] || die 2 "--image takes an image such as example/app:1.2, not '$image'"
[[ -z $container || $container =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--container takes the name of a container, not '$container'"
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
[[ ${image##*/} == *[:@]* ]] || die 2 "--image needs a tag or a digest, such as $image:1.2"

images() { k get "deployment/$deployment" --output 'jsonpath={range .spec.template.spec.containers[*]}{.name}={.image}{"\n"}{end}'; }
image_of() { # CONTAINER: its image, of the list on stdin
  local line
  while read -r line; do
    [[ ${line%%=*} != "$1" ]] || printf '%s' "${line#*=}"
  done
}

zero='' before=$(images) || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ -n $before ]] || die 3 "deployment $deployment has no containers"
if [[ -z $container ]]; then
  [[ $before != *$'\n'* ]] || die 2 "deployment $deployment has several containers, name one with --container: ${before//$'\n'/, }"
  container=${before%%=*}
fi
former=$(image_of "$container" <<<"$before")
[[ -n $former ]] || die 3 "deployment $deployment has no container $container, only: ${before//$'\n'/, }"
facts=$(k get "deployment/$deployment" --output 'jsonpath={.spec.paused}|{.spec.replicas}') || die 3 "cannot read deployment $deployment"
[[ $facts != *'|0' ]] || zero=', which nothing runs, and nobody has tried to pull it: there are 0 replicas'
[[ $facts != true* ]] || die 3 "deployment $deployment is paused: resume its rollout first"
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
rolled_out() { rollout "$timeout" && sleep 10 && rollout 5 >/dev/null; }
printf 'context: %s\n' "${context:-not set}"
if [[ $former == "$image" ]]; then
  printf 'nothing to change: container %s has the image %s already%s\n' "$container" "$image" "$zero"
  ! $dry_run || exit 0
  rolled_out || die 1 "the image was set before, but the pods are not ready after $timeout s, or only for a moment; back to the revision before with: kubectl rollout undo --namespace $namespace deployment/$deployment${context:+ --context ${context@Q}}"
  exit 0
fi
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the image back; change it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would set: image of container %s in deployment %s of namespace %s from %s to %s%s\n' "$container" "$deployment" "$namespace" "$former" "$image" "$zero"
  exit 0
fi
printf 'former image: %s\n' "$former"
kubectl --context "$context" set image --namespace "$namespace" --request-timeout=30s "deployment/$deployment" "$container=$image" </dev/null || die 1 "could not set the image of deployment $deployment"
after=$(images) || die 1 "cannot read deployment $deployment after the change"
[[ $(image_of "$container" <<<"$after") == "$image" ]] || die 1 "container $container does not have the image $image: something sets it back"
rolled_out || die 1 "the image is set, but the pods are not ready after $timeout s, or only for a moment; former image: $former"
after=$(images) || die 1 "cannot read deployment $deployment after the rollout"
[[ $(image_of "$container" <<<"$after") == "$image" ]] || die 1 "container $container does not have the image $image any more: something has set it back"
printf 'set: container %s of deployment %s in namespace %s has the image %s%s\n' "$container" "$deployment" "$namespace" "$image" "${zero:-, and its pods are ready ten seconds after the rollout}"
