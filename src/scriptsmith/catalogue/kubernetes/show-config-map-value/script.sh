#!/usr/bin/env bash
# Show the value of one key of a Kubernetes ConfigMap, or its keys with their sizes.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-config-map-value --configmap NAME [--key KEY] [--namespace NAME] [--context NAME]

Without a key, list the keys of a ConfigMap with the size of each value, and the value where it is
one short line. With a key, print its value as it is, except that control characters become
question marks. A ConfigMap is no place for secrets, but some hold them: mind who looks over your
shoulder.

  --configmap NAME  name of the ConfigMap
  --key KEY         key whose value is shown; without one the keys are listed
  --namespace NAME  namespace of the ConfigMap (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-config-map-value: %s\n' "$2" >&2
  exit "$1"
}

configmap='' key='' namespace='' context=''
while (($# > 0)); do
  case $1 in
    --configmap | --key | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --configmap) configmap=$2 ;;
        --key) key=$2 ;;
        --namespace) namespace=$2 ;;
        --context) context=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $configmap ]] || die 2 "--configmap is required (see --help)"
[[ $configmap =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--configmap takes the name of a ConfigMap, not '$configmap'"
[[ -z $key || $key =~ ^[A-Za-z0-9._-]{1,253}$ ]] || die 2 "--key takes a key of letters, digits, dots, dashes and underscores, not '$key'"
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
object=$(k get "configmap/$configmap" --output json) || die 3 "cannot read ConfigMap $configmap in namespace $namespace"
[[ -n $object ]] || die 3 "kubectl printed nothing about ConfigMap $configmap"
if [[ -z $key ]]; then
  jq -r '
    def clean: tostring | gsub("[[:cntrl:]]"; "?");
    (.data // {} | to_entries[] | "\(.key): \(.value | utf8bytelength) bytes"
      + (if (.value | length) <= 80 and (.value | contains("\n") | not) then ": \(.value | clean)" else ", \(.value | split("\n") | length) lines" end)),
    (.binaryData // {} | keys[] | "\(.): binary"),
    "\((.data // {} | length) + (.binaryData // {} | length)) keys\(if .immutable then ", immutable" else "" end)"
  ' <<<"$object" || die 1 "what kubectl says about ConfigMap $configmap is not understood"
  exit 0
fi
jq -e --arg key "$key" '(.data // {}) | has($key)' <<<"$object" >/dev/null ||
  die 3 "ConfigMap $configmap has no text under $key, only: $(jq -r '(.data // {}) + (.binaryData // {}) | keys | join(", ")' <<<"$object")"
jq -r --arg key "$key" '.data[$key] | gsub("(?![\n\t])[[:cntrl:]]"; "?")' <<<"$object" || die 1 "the value of $key cannot be shown"
