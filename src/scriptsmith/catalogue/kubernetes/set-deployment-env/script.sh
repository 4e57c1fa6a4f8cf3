#!/usr/bin/env bash
# Set one environment variable of a container in a Kubernetes deployment, and wait until its pods
# are replaced.
#
# Undo: run it again with the former value, which it prints; if there was none, it prints the command
# that takes the variable away.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-deployment-env --deployment NAME --variable NAME --value TEXT [--container NAME]
       [--namespace NAME] [--timeout N] [--context NAME] [--dry-run]

Set one variable; all pods of the deployment are replaced, in a rolling fashion. A variable that
comes from a ConfigMap or Secret is refused: change it there. Names that speak of passwords,
secrets or tokens are refused too, since everybody who may see the deployment would see the value.
An owner, Argo CD, Flux or Helm may set it back later; where the owners, labels and annotations of
the deployment name one, that is told.

  --deployment NAME  name of the deployment
  --variable NAME    name of the environment variable
  --value TEXT       new value, in quotes
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
  printf 'set-deployment-env: %s\n' "$2" >&2
  exit "$1"
}

deployment='' variable='' value='' container='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --deployment | --variable | --value | --container | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --deployment) deployment=$2 ;;
        --variable) variable=$2 ;;
        --value) value=$2 ;;
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
[[ -n $variable ]] || die 2 "--variable is required (see --help)"
[[ -n $value ]] || die 2 "--value is required (see --help)"
[[ $deployment =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--deployment takes the name of a deployment, not '$deployment'"
[[ $variable =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,127}$ ]] || die 2 "--variable takes the name of a variable, not '$variable'"
[[ -z $container || $container =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--container takes the name of a container, not '$container'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
[[ $value != *[[:cntrl:]]* ]] || die 2 "--value takes a single line without control characters"
case ${variable^^} in
  *PASSWORD* | *PASSWD* | *SECRET* | *TOKEN* | *CREDENTIAL* | *API_KEY* | *PRIVATE_KEY*)
    die 3 "refused: $variable sounds like a secret; put it into a Secret and refer to that"
    ;;
esac
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
# One line: plain, new, elsewhere, several, absent or paused; then the container and the value, or what there is.
state() {
  k get "deployment/$deployment" --output json | jq -nr --arg c "$container" --arg v "$variable" '
    input | .spec.template.spec.containers as $all
    | (if $c == "" and ($all | length) == 1 then $all[0].name else $c end) as $c
    | ([$all[] | select(.name == $c)] | first) as $it
    | ([$it.env[]? | select(.name == $v)] | last) as $env
    | if .spec.paused then "paused"
      elif $c == "" then "several|\($all | map(.name) | join(", "))"
      elif $it == null then "absent|\($all | map(.name) | join(", "))"
      elif $env == null then "new|\($c)|\([$it.envFrom[]? | .configMapRef.name, .secretRef.name | select(.)] | join(", "))"
      elif $env.valueFrom then "elsewhere|\($env.valueFrom | keys[0])"
      else "plain|\($c)|\($env.value // "")" end'
}

now=$(state) || die 3 "cannot read deployment $deployment in namespace $namespace"
IFS='|' read -r kind container _ <<<"$now"
former=${now#*|*|}
case $kind in
  plain | new) ;;
  several) die 2 "deployment $deployment has several containers, name one with --container: $container" ;;
  absent) die 3 "deployment $deployment has no such container, only: $container" ;;
  paused) die 3 "refused: deployment $deployment is paused, so that no pod would be replaced" ;;
  elsewhere) die 3 "refused: $variable comes from elsewhere ($container); change it there" ;;
  *) die 3 "what kubectl says about deployment $deployment is not understood" ;;
esac
rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$deployment" </dev/null; }
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
rolled_out() { rollout "$timeout" && sleep 10 && rollout 5 >/dev/null; }
printf 'context: %s\n' "${context:-not set}"
if [[ $now == "plain|$container|$value" ]]; then
  printf 'nothing to change: %s has that value already\n' "$variable"
  ! $dry_run || exit 0
  rolled_out || die 1 "the variable was set before, but the pods are not ready after $timeout s, or only for a moment; back to the revision before with: kubectl rollout undo --namespace $namespace deployment/$deployment${context:+ --context ${context@Q}}"
  exit 0
fi
if [[ $kind == plain ]]; then
  printf 'former value: %q\n' "$former"
else
  printf 'former value: none, %s is new\n' "$variable"
  printf 'to take it away again: kubectl%s set env deployment/%s --namespace %s --containers %s %s-\n' "${context:+ --context ${context@Q}}" "$deployment" "$namespace" "$container" "$variable"
  [[ -z $former ]] || printf 'warning: all of %s is taken as variables too; if %s is among them, the new value wins\n' "$former" "$variable" >&2
fi
keeper=$(keeper_of "deployment/$deployment")
[[ -z $keeper ]] || printf 'warning: %s keeps this deployment and may set the variable back; change it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would set: %s of container %s in deployment %s to %q\n' "$variable" "$container" "$deployment" "$value"
  exit 0
fi
kubectl --context "$context" set env --namespace "$namespace" --request-timeout=30s "deployment/$deployment" --containers="$container" "$variable=$value" </dev/null ||
  die 1 "could not change deployment $deployment"
now=$(state) || die 1 "cannot read deployment $deployment after the change"
[[ $now == "plain|$container|$value" ]] || die 1 "$variable has another value after the change: something sets it back"
rolled_out || die 1 "the variable is set, but the pods are not ready after $timeout s, or only for a moment"
now=$(state) || die 1 "cannot read deployment $deployment after the rollout"
[[ $now == "plain|$container|$value" ]] || die 1 "$variable does not have that value any more: something has set it back"
printf 'set: %s of container %s in deployment %s\n' "$variable" "$container" "$deployment"
