#!/usr/bin/env bash
# Set the value of one existing key of a Kubernetes ConfigMap, and say what it was.
#
# Undo: run it again with the former value, which it prints (kubectl edit where that was empty).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-config-map-value --configmap NAME --key KEY --value TEXT [--namespace NAME]
       [--context NAME] [--dry-run]

Set one value of a ConfigMap. The key must exist, so that a slip of the pen makes no new one, and
its value must be a single line: whole files in a ConfigMap are not replaced this way. A line break
at its end stays. Nothing is changed when somebody else changed the ConfigMap in between. Pods see
it late, or only after a restart when they read it as environment variables. When an owner, Argo CD,
Flux or Helm keeps the ConfigMap, as its labels, annotations and owners say, that is told: it may set
the value back, at its next look or upgrade.

  --configmap NAME  name of the ConfigMap
  --key KEY         key whose value is set
  --value TEXT      new value, one line, in quotes
  --namespace NAME  namespace of the ConfigMap (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-config-map-value: %s\n' "$2" >&2
  exit "$1"
}

configmap='' key='' value='' namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --configmap | --key | --value | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --configmap) configmap=$2 ;;
        --key) key=$2 ;;
        --value) value=$2 ;;
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

[[ -n $configmap ]] || die 2 "--configmap is required (see --help)"
[[ -n $key ]] || die 2 "--key is required (see --help)"
[[ -n $value ]] || die 2 "--value is required (see --help)"
[[ $configmap =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--configmap takes the name of a ConfigMap, not '$configmap'"
[[ $key =~ ^[A-Za-z0-9._-]{1,253}$ ]] || die 2 "--key takes a key of letters, digits, dots, dashes and underscores, not '$key'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
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
[[ $value != *[[:cntrl:]]* ]] || die 2 "--value takes a single line without control characters"

read_it() { object=$(k get "configmap/$configmap" --output json) && [[ -n $object ]]; }
# "value:" and the value of the key, or what stands in the way.
look() {
  jq -r --arg key "$key" '
    if (.data // {} | has($key) | not) then "missing:\(.data // {} | keys | join(", "))"
    elif .immutable then "immutable:"
    elif .data[$key] | rtrimstr("\n") | contains("\n") then "several:"
    else "value:\(.data[$key] | rtrimstr("\n"))" end' <<<"$object"
}

read_it || die 3 "cannot read ConfigMap $configmap in namespace $namespace"
state=$(look) || die 3 "what kubectl says about ConfigMap $configmap is not understood"
case $state in
  value:*) former=${state#*:} ;;
  missing:*) die 3 "ConfigMap $configmap has no text under $key, only: ${state#*:}" ;;
  immutable:*) die 3 "ConfigMap $configmap is immutable: make a new one and point the pods at it" ;;
  *) die 3 "refused: the value of $key has several lines, so it is a file; use kubectl edit" ;;
esac
printf 'context: %s\n' "${context:-not set}"
if [[ $former == "$value" ]]; then
  printf 'nothing to change: %s has that value already\n' "$key"
  exit 0
fi
printf 'former value: %q\n' "$former"
keeper=$(keeper_of "configmap/$configmap")
[[ -z $keeper ]] || printf 'warning: %s keeps this ConfigMap and may set the value back; change it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would set: %s in ConfigMap %s of namespace %s to %q\n' "$key" "$configmap" "$namespace" "$value"
  exit 0
fi
# With the version that was read, the API server refuses the change if there is a newer one.
patch=$(jq -c --arg key "$key" --arg value "$value" '{metadata: {resourceVersion: .metadata.resourceVersion}, data: {($key): ($value + if .data[$key] | endswith("\n") then "\n" else "" end)}}' <<<"$object")
k patch "configmap/$configmap" --type=merge --patch="$patch" || die 1 "could not change ConfigMap $configmap (if it changed meanwhile, run this again)"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
read_it || die 1 "cannot read ConfigMap $configmap after the change"
[[ $(look) == "value:$value" ]] || die 1 "$key has another value after the change: something sets it back"
printf 'set: %s in ConfigMap %s; pods that use it may need a restart\n' "$key" "$configmap"
