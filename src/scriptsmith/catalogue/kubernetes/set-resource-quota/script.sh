#!/usr/bin/env bash
# Set one bound of a Kubernetes resource quota, and say what it was.
#
# Undo: run it again with the former value, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-resource-quota --namespace NAME --quota NAME --resource NAME --value QUANTITY
       [--context NAME] [--dry-run]

Set one value in the hard bounds of a quota that exists. Only resources that the quota bounds
already are taken: a new one would make every pod without that request or limit refused. A value
below what is in use stops nothing that runs, but nothing new is admitted. Raising a quota does
not make the nodes larger; other quotas of the namespace that bound the same are told. So is an owner,
Argo CD, Flux, Helm or Rancher that keeps it, as its labels, annotations and owners say, and may set it
back.

  --namespace NAME  namespace of the quota
  --quota NAME      name of the resource quota
  --resource NAME   what is bounded, such as pods, requests.cpu or limits.memory
  --value QUANTITY  new bound, such as 40, 8 or 64Gi
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-resource-quota: %s\n' "$2" >&2
  exit "$1"
}

namespace='' quota='' resource='' value='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --namespace | --quota | --resource | --value | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --quota) quota=$2 ;;
        --resource) resource=$2 ;;
        --value) value=$2 ;;
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

[[ -n $namespace ]] || die 2 "--namespace is required (see --help)"
[[ -n $quota ]] || die 2 "--quota is required (see --help)"
[[ -n $resource ]] || die 2 "--resource is required (see --help)"
[[ -n $value ]] || die 2 "--value is required (see --help)"
[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $quota =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--quota takes the name of a quota, not '$quota'"
[[ $resource =~ ^[a-z0-9]([a-zA-Z0-9./-]{0,100}[a-zA-Z0-9])?$ ]] || die 2 "--resource takes a resource such as requests.memory, not '$resource'"
[[ $value =~ ^[0-9]{1,12}(m|k|M|G|T|Ki|Mi|Gi|Ti)?$ ]] || die 2 "--value takes a quantity such as 40 or 64Gi, not '$value'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
# shellcheck disable=SC2016  # the variables are those of the template
bounds() { k get "resourcequota/$quota" --output 'go-template={{range $key, $value := .spec.hard}}{{$key}}={{$value}}{{"\n"}}{{end}}'; }
# shellcheck disable=SC2016
used() { k get "resourcequota/$quota" --output 'go-template={{range $key, $value := .status.used}}{{$key}}={{$value}}{{"\n"}}{{end}}'; }
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
value_in() { # of the resource, among the lines on stdin
  local line
  while read -r line; do
    [[ $line != "$resource="* ]] || printf '%s' "${line#"$resource="}"
  done
}

list=$(bounds) || die 3 "cannot read quota $quota in namespace $namespace"
former=$(value_in <<<"$list")
[[ -n $former ]] || die 3 "quota $quota does not bound $resource, only: ${list//$'\n'/, }"
in_use=$(used | value_in) || in_use=''
printf 'context: %s\n' "${context:-not set}"
printf '%s in quota %s: %s used of %s\n' "$resource" "$quota" "${in_use:-unknown}" "$former"
# Best effort: who may read this quota may not list them all.
# shellcheck disable=SC2016
others=$(k get resourcequotas --output 'go-template={{range .items}}{{$name := .metadata.name}}{{range $key, $value := .spec.hard}}{{$name}} {{$key}}={{$value}}{{"\n"}}{{end}}{{end}}' 2>/dev/null) ||
  printf 'note: the quotas cannot be listed, so whether another one bounds it too is not known\n' >&2
while read -r other bound; do
  [[ $bound != "$resource="* || $other == "$quota" ]] || printf 'note: quota %s bounds it too: %s\n' "$other" "$bound" >&2
done <<<"$others"
keeper=$(keeper_of "resourcequota/$quota")
[[ -n $keeper || $(k get "resourcequota/$quota" --output 'jsonpath={.metadata.labels}' 2>/dev/null) != *management.cattle.io/default-resource-quota* ]] || keeper='Rancher (quota of the project and the namespace)'
[[ -z $keeper ]] || printf 'warning: %s keeps this quota and may set it back; change it there too\n' "$keeper" >&2
# Both were checked above, so that they cannot break out of the JSON.
patch="{\"spec\":{\"hard\":{\"$resource\":\"$value\"}}}"
# The API server writes a quantity in its own way (1024Mi becomes 1Gi), so it is asked how.
# shellcheck disable=SC2016
list=$(k patch "resourcequota/$quota" --type=merge --patch="$patch" --dry-run=server --output 'go-template={{range $key, $value := .spec.hard}}{{$key}}={{$value}}{{"\n"}}{{end}}') ||
  die 3 "the API server would not accept $resource=$value"
wanted=$(value_in <<<"$list")
[[ -n $wanted ]] || die 3 "the answer of the API server to a trial is not understood"
if [[ $wanted == "$former" ]]; then
  printf 'nothing to change: %s is %s already\n' "$resource" "$former"
  exit 0
fi
if $dry_run; then
  printf 'would set: %s in quota %s of namespace %s from %s to %s\n' "$resource" "$quota" "$namespace" "$former" "$value"
  exit 0
fi
k patch "resourcequota/$quota" --type=merge --patch="$patch" || die 1 "could not change quota $quota"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
list=$(bounds) || die 1 "cannot read quota $quota after the change"
after=$(value_in <<<"$list")
[[ $after == "$wanted" ]] || die 1 "$resource is ${after:-not bounded} after the change, not $wanted: something sets it anew"
printf 'set: %s in quota %s is %s (before: %s, in use: %s)\nwhere more is in use nothing new is admitted; what was refused is tried again with growing pauses\n' "$resource" "$quota" "$after" "$former" "${in_use:-unknown}"
