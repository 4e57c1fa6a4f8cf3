#!/usr/bin/env bash
# Set the memory limit of one container of a Kubernetes deployment, and wait until its pods are
# replaced.
#
# Undo: kubectl rollout undo deployment/NAME, as it prints, with namespace and context, before anything
# else of its template is changed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-deployment-memory-limit --deployment NAME --memory MIB [--container NAME]
       [--namespace NAME] [--timeout N] [--context NAME] [--dry-run]

Set the memory limit of one container. All pods of the deployment are replaced, in a rolling
fashion. A memory request above the new limit is lowered to it; without any request, Kubernetes
takes the limit as the request, so that the pods must find a node with that much to spare. The
change is tried by the API server first. Quotas and limit ranges forbid only the new pods, which
then fail to appear while the old ones go on: that is told. A paused deployment is refused. When an
owner, Argo CD, Flux or Helm keeps the deployment, that is told: it may set the limit back.

  --deployment NAME  name of the deployment
  --memory MIB       memory limit in MiB
  --container NAME   container that is changed; may be left out when there is only one
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
  printf 'set-deployment-memory-limit: %s\n' "$2" >&2
  exit "$1"
}

deployment='' memory='' container='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --memory | --container | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --memory) memory=$2 ;;
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
[[ -n $memory ]] || die 2 "--memory is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ $memory =~ ^0*[1-9][0-9]{0,6}$ ]] || die 2 "--memory takes a whole number of MiB above 0, not '$memory'"
memory=$((10#$memory))
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
containers() { k get "deployment/$deployment" --output 'jsonpath={range .spec.template.spec.containers[*]}{.name}|{.resources.limits.memory}|{.resources.requests.memory}{"\n"}{end}'; }
bytes_of() { # QUANTITY: how many bytes that is; fails for what is not understood
  local number unit
  [[ $1 =~ ^([0-9]{1,15})(Ki|Mi|Gi|Ti|k|M|G|T|)$ ]] || return 1
  number=$((10#${BASH_REMATCH[1]}))
  case ${BASH_REMATCH[2]} in
    Ki) unit=1024 ;;
    Mi) unit=$((1024 ** 2)) ;;
    Gi) unit=$((1024 ** 3)) ;;
    Ti) unit=$((1024 ** 4)) ;;
    k) unit=1000 ;;
    M) unit=$((1000 ** 2)) ;;
    G) unit=$((1000 ** 3)) ;;
    T) unit=$((1000 ** 4)) ;;
    *) unit=1 ;;
  esac
  ((${#number} + ${#unit} <= 18)) || return 1
  printf '%d' $((number * unit))
}
memory_of() { # CONTAINER: its limit in bytes, of the list on stdin
  local name limit
  while IFS='|' read -r name limit _; do
    [[ $name != "$1" ]] || bytes_of "$limit"
  done
}

list=$(containers) || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ -n $list ]] || die 3 "deployment $deployment has no containers"
paused=$(k get "deployment/$deployment" --output 'jsonpath={.spec.paused}') || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ $paused != true ]] || die 3 "the deployment is paused, its pods would not be replaced: kubectl rollout resume deployment/$deployment first"
if [[ -z $container ]]; then
  [[ $list != *$'\n'* ]] || die 2 "deployment $deployment has several containers, name one with --container"
  container=${list%%|*}
fi
found=false
while IFS='|' read -r name limit request; do
  if [[ $name == "$container" ]]; then
    found=true former=$limit asked=$request
  fi
done <<<"$list"
$found || die 3 "deployment $deployment has no container $container"
wanted=${memory}Mi bytes=$((memory * 1048576))
printf 'context: %s\n' "${context:-not set}"
undo="kubectl rollout undo --namespace $namespace deployment/$deployment${context:+ --context ${context@Q}}"
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
rolled_out() { # fails when the pods are not ready in time and ten seconds later, and says why new ones are refused
  local why
  # Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
  rollout "$timeout" && sleep 10 && rollout 5 >/dev/null && return
  why=$(k get "deployment/$deployment" --output 'jsonpath={.status.conditions[?(@.type=="ReplicaFailure")].message}') || why=''
  [[ -z $why ]] || printf 'new pods are refused: %s\n' "${why//[[:cntrl:]]/ }" >&2
  return 1
}
if [[ -n $former ]] && now=$(bytes_of "$former") && ((now == bytes)); then
  printf 'nothing to change: container %s has the memory limit %s already\n' "$container" "$former"
  ! $dry_run || exit 0
  rolled_out || die 1 "the limit was set before, but the pods are not ready after $timeout s, or only for a moment; back to the revision before with: $undo"
  exit 0
fi
changes=(--containers="$container" --limits="memory=$wanted")
if [[ -n $asked ]]; then
  request=$(bytes_of "$asked") || die 3 "the memory request '$asked' of container $container is not understood"
  if ((request > bytes)); then
    changes+=(--requests="memory=$wanted")
    printf 'the memory request is lowered as well, from %s\n' "$asked"
  fi
else
  printf 'note: it requests no memory of its own, so its pods request all of the limit, and want a node with so much left\n'
fi
printf 'former limit: %s\n' "${former:-none}"
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the limit back; change it there too\n' "$keeper" >&2

set_resources() { kubectl --context "$context" set resources --namespace "$namespace" --request-timeout=30s "deployment/$deployment" "${changes[@]}" "$@" </dev/null; }
set_resources --dry-run=server >/dev/null || die 3 "the API server would not accept a memory limit of $wanted"
if $dry_run; then
  printf 'would set: memory limit of container %s in deployment %s to %s\n' "$container" "$deployment" "$wanted"
  exit 0
fi
set_resources || die 1 "could not set the memory limit of deployment $deployment"
list=$(containers) || die 1 "cannot read deployment $deployment after the change"
[[ $(memory_of "$container" <<<"$list") == "$bytes" ]] || die 1 "container $container does not have the limit $wanted: something sets it back"
rolled_out || die 1 "the limit is set, but the pods are not ready after $timeout s, or only for a moment; back out with: $undo"
list=$(containers) || die 1 "cannot read deployment $deployment after the rollout"
[[ $(memory_of "$container" <<<"$list") == "$bytes" ]] || die 1 "container $container does not have the limit $wanted any more: something has set it back"
printf 'set: memory limit of container %s in deployment %s is %s\n' "$container" "$deployment" "$wanted"
printf 'undo, before anything else of its template is changed: %s\n' "$undo"
