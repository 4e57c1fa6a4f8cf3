#!/usr/bin/env bash
# Set the CPU limit of one container of a Kubernetes deployment, and wait until its pods are
# replaced.
#
# Undo: kubectl rollout undo of the deployment, as it prints; it brings the former limit and request
# back.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-deployment-cpu-limit --deployment NAME --cpu QUANTITY [--container NAME]
       [--namespace NAME] [--timeout N] [--context NAME] [--dry-run]

Set the CPU limit of one container. All pods of the deployment are replaced, in a rolling fashion.
Above the limit a container is throttled, not killed. A CPU request above the new limit is lowered
to it; without any request, Kubernetes takes the limit as the request, so that the pods must find
a node with that much to spare. Quotas and limit ranges hold for pods, so that a limit which they do
not allow shows only as pods that do not come. Where the limit is set already, the pods are waited
for all the same. A paused deployment is refused. When an owner, Argo CD, Flux or Helm keeps the
deployment, as its labels, annotations and owners say, that is told: it may set the limit back.

  --deployment NAME  name of the deployment
  --cpu QUANTITY     CPU limit, in cores (2, 0.5) or thousandths of one (500m)
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
  printf 'set-deployment-cpu-limit: %s\n' "$2" >&2
  exit "$1"
}

deployment='' cpu='' container='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --cpu | --container | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --cpu) cpu=$2 ;;
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
[[ -n $cpu ]] || die 2 "--cpu is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ -z $container || $container =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--container takes the name of a container, not '$container'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
thousandths() { # QUANTITY: of a core; fails for what is not understood
  local fraction
  if [[ $1 =~ ^([0-9]{1,9})m$ ]]; then
    printf '%d' $((10#${BASH_REMATCH[1]}))
  elif [[ $1 =~ ^([0-9]{1,6})(\.([0-9]{1,3}))?$ ]]; then
    fraction=${BASH_REMATCH[3]}000
    printf '%d' $((10#${BASH_REMATCH[1]} * 1000 + 10#${fraction:0:3}))
  else
    return 1
  fi
}
wanted=$(thousandths "$cpu") || die 2 "--cpu takes cores (2, 0.5) or thousandths of one (500m), not '$cpu'"
((wanted > 0)) || die 2 "--cpu must be above 0"
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
containers() { k get "deployment/$deployment" --output 'jsonpath={range .spec.template.spec.containers[*]}{.name}|{.resources.limits.cpu}|{.resources.requests.cpu}{"\n"}{end}'; }
cpu_of() { # CONTAINER: its limit in thousandths of a core, of the list on stdin
  local name limit
  while IFS='|' read -r name limit _; do
    [[ $name != "$1" ]] || thousandths "$limit"
  done
}

list=$(containers) || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ -n $list ]] || die 3 "deployment $deployment has no containers"
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
paused=$(k get "deployment/$deployment" --output 'jsonpath={.spec.paused}') || die 3 "cannot read deployment $deployment in namespace $namespace"
[[ $paused != true ]] || die 3 "the deployment is paused, its pods would stay: kubectl rollout resume deployment/$deployment first"
undo="kubectl rollout undo deployment/$deployment --namespace $namespace${context:+ --context ${context@Q}}"
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
rolled_out() { rollout "$timeout" && sleep 10 && rollout 5 >/dev/null; }
printf 'context: %s\n' "${context:-not set}"
if [[ -n $former ]] && now=$(thousandths "$former") && ((now == wanted)); then
  printf 'nothing to change: container %s has the CPU limit %s already\n' "$container" "$former"
  ! $dry_run || exit 0
  rolled_out || die 1 "the limit was set before, but the pods are not ready after $timeout s, or only for a moment; back to the revision before with: $undo"
  exit 0
fi
changes=(--containers="$container" --limits="cpu=${wanted}m")
if [[ -n $asked ]]; then
  request=$(thousandths "$asked") || die 3 "the CPU request '$asked' of container $container is not understood"
  if ((request > wanted)); then
    changes+=(--requests="cpu=${wanted}m")
    printf 'the CPU request is lowered as well, from %s\n' "$asked"
  fi
fi
printf 'former limit: %s\n' "${former:-none}"
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the limit back; change it there too\n' "$keeper" >&2

set_resources() { kubectl --context "$context" set resources --namespace "$namespace" --request-timeout=30s "deployment/$deployment" "${changes[@]}" "$@" </dev/null; }
set_resources --dry-run=server >/dev/null || die 3 "the API server would not accept a CPU limit of ${wanted}m"
if $dry_run; then
  printf 'would set: CPU limit of container %s in deployment %s to %dm\n' "$container" "$deployment" "$wanted"
  exit 0
fi
set_resources || die 1 "could not set the CPU limit of deployment $deployment"
list=$(containers) || die 1 "cannot read deployment $deployment after the change"
[[ $(cpu_of "$container" <<<"$list") == "$wanted" ]] || die 1 "container $container does not have the limit ${wanted}m: something sets it back"
rolled_out || die 1 "the limit is set, but the pods are not ready after $timeout s, or only for a moment; former limit: ${former:-none}; back with: $undo"
list=$(containers) || die 1 "cannot read deployment $deployment after the rollout"
[[ $(cpu_of "$container" <<<"$list") == "$wanted" ]] || die 1 "container $container does not have the limit ${wanted}m any more: something has set it back"
printf 'undo: %s\n' "$undo"
printf 'set: CPU limit of container %s in deployment %s is %dm\n' "$container" "$deployment" "$wanted"
