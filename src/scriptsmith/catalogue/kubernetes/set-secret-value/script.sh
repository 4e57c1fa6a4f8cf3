#!/usr/bin/env bash
# Set the value of one key of a Kubernetes Secret to the content of a file.
#
# Undo: run it again with a file of the former value; it is not shown, so save it before if need
# be.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-secret-value --secret NAME --key NAME --from-file FILE [--namespace NAME]
       [--context NAME] [--dry-run]

Replace the value of a key that is there with what a file holds; neither value is printed or
stands in the list of processes. The line break at the end of a single line is left out, since echo
and editors write one; files of several lines (keys, certificates) are taken as they are. The other
keys stay. A key that is not there is refused (a mistyped name would change
nothing that pods read), and so is an immutable Secret. Pods see the value in a volume after about
a minute, in their environment, or by a subPath, after a restart. When an owner, External Secrets,
cert-manager, Argo CD, Flux or Helm keeps the Secret, as its labels, annotations and owners say, that
is told: it may set the value back, at its next look or upgrade.

  --secret NAME     name of the Secret
  --key NAME        key whose value is set
  --from-file FILE  file with the new value
  --namespace NAME  namespace it lives in (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-secret-value: %s\n' "$2" >&2
  exit "$1"
}

secret='' key='' from_file='' namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --secret | --key | --from-file | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --secret) secret=$2 ;;
        --key) key=$2 ;;
        --from-file) from_file=$2 ;;
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

[[ -n $secret ]] || die 2 "--secret is required (see --help)"
[[ -n $key ]] || die 2 "--key is required (see --help)"
[[ -n $from_file ]] || die 2 "--from-file is required (see --help)"
[[ $secret =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--secret takes the name of a Secret, not '$secret'"
[[ $key =~ ^[A-Za-z0-9._-]{1,253}$ ]] || die 2 "--key takes a key of letters, digits, dots, dashes and underscores, not '$key'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
[[ $from_file == /* ]] || from_file=./$from_file
for tool in kubectl jq base64 stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
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

[[ -f $from_file && -r $from_file ]] || die 3 "no readable file: $from_file"
size=$(stat -L -c %s -- "$from_file")
((size > 0)) || die 3 "refused: $from_file is empty"
((size <= 524288)) || die 3 "refused: $from_file has $size bytes, and a Secret holds 1 MiB at most"
if [[ $(tail -c 1 -- "$from_file" | od -A n -c) == *'\n'* && $(wc -l <"$from_file") -eq 1 ]]; then
  size=$((size - 1))
  printf 'the line break at the end of %s is left out\n' "$from_file"
fi
((size > 0)) || die 3 "refused: $from_file holds nothing but a line break"
encoded() { head -c "$size" -- "$from_file" | base64 --wrap=0; }

object=$(k get "secret/$secret" --output json) || die 3 "cannot read Secret $secret in namespace $namespace"
# Values go by pipes alone: jq is a process whose arguments everybody sees.
look() { # "same" or "other", or what stands in the way
  jq -r --arg key "$key" --rawfile value <(encoded) 'if (.data // {} | has($key) | not) then "missing, only: \(.data // {} | keys | join(", "))"
    elif .immutable then "immutable" elif .data[$key] == $value then "same" else "other" end' <<<"$object"
}
state=$(look) || die 3 "what kubectl says about Secret $secret is not understood"
printf 'context: %s\n' "${context:-not set}"
case $state in
  same)
    printf 'nothing to change: %s of Secret %s has that value already\n' "$key" "$secret"
    exit 0
    ;;
  other) ;;
  missing*) die 3 "Secret $secret has no key $key (it is $state)" ;;
  *) die 3 "Secret $secret is $state: make a new one and point the pods at it" ;;
esac
keeper=$(keeper_of "secret/$secret")
[[ -z $keeper ]] || printf 'warning: %s keeps this Secret and may set the value back; change it there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would set: %s of Secret %s in namespace %s, to %d bytes\n' "$key" "$secret" "$namespace" "$size"
  exit 0
fi
# The object carries the version that was read: the API server refuses it if there is a newer one.
jq -c --arg key "$key" --rawfile value <(encoded) '.data[$key] = $value' <<<"$object" |
  kubectl --context "$context" replace --namespace "$namespace" --request-timeout=30s --filename - || die 1 "could not change Secret $secret (if it changed meanwhile, run this again)"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
object=$(k get "secret/$secret" --output json) || die 1 "cannot read Secret $secret after the change"
state=$(look) || die 1 "what kubectl says about Secret $secret is not understood"
[[ $state == same ]] || die 1 "$key has another value after the change: something sets it back"
printf 'set: %s of Secret %s in namespace %s, to %d bytes; pods that use it may need a restart\n' "$key" "$secret" "$namespace" "$size"
