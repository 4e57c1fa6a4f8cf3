#!/usr/bin/env bash
# Delete one Kubernetes network policy, after saving a copy that can be put back.
#
# Undo: kubectl create --filename FILE, as it prints, with the context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-network-policy --policy NAME --namespace NAME [--backup-directory DIR]
       [--context NAME] [--dry-run]

Save a network policy to a file, and delete it. What it kept apart is open then, unless another
policy isolates the same pods; the policies that remain in the namespace are listed. If it was the
last one for some pods, they accept traffic from everywhere. Policies of other kinds (Cilium, Calico)
are not looked at. When Argo CD, Flux, Helm or an owner keeps it, as its labels, annotations and owners
say, that is told: it may come back. Whether it does is looked at after five seconds.

  --policy NAME           name of the network policy
  --namespace NAME        namespace of the policy
  --backup-directory DIR  directory that a copy of the policy is written to (default .)
  --context NAME          context of the kubeconfig, which says which cluster (default: the
                          current one)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-network-policy: %s\n' "$2" >&2
  exit "$1"
}

policy='' namespace='' backup_directory=. context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --policy | --namespace | --backup-directory | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --policy) policy=$2 ;;
        --namespace) namespace=$2 ;;
        --backup-directory) backup_directory=$2 ;;
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

[[ -n $policy ]] || die 2 "--policy is required (see --help)"
[[ -n $namespace ]] || die 2 "--namespace is required (see --help)"
[[ $policy =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--policy takes the name of a network policy, not '$policy'"
[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

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
[[ $backup_directory == /* || $backup_directory == ./* || $backup_directory == . ]] || backup_directory=./$backup_directory
[[ -d $backup_directory && -w $backup_directory ]] || die 3 "cannot write to directory $backup_directory"

object=$(k get networkpolicy "$policy" --ignore-not-found --output json) || die 3 "cannot read network policy $policy in namespace $namespace"
printf 'context: %s\n' "${context:-not set}"
if [[ -z $object ]]; then
  printf 'nothing to delete: there is no network policy %s in namespace %s\n' "$policy" "$namespace"
  exit 0
fi
# Without what belongs to the old object alone, so that it can be created again.
copy=$(jq '{apiVersion, kind, metadata: (.metadata | {name, namespace, labels, annotations} | with_entries(select(.value != null))), spec}' <<<"$object") ||
  die 3 "what kubectl says about network policy $policy is not understood"
pods=$(jq -c '.spec.podSelector' <<<"$object") || pods=unknown
printf 'network policy %s in namespace %s applies to the pods: %s\n' "$policy" "$namespace" "${pods//[[:cntrl:]]/?}"
keeper=$(keeper_of "networkpolicy/$policy")
[[ -z $keeper ]] || printf 'warning: %s keeps this policy and may make it anew; take it out there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would delete: network policy %s in namespace %s\n' "$policy" "$namespace"
  exit 0
fi
saved=$(mktemp --suffix=.json -- "$backup_directory/networkpolicy-$policy.XXXXXX") || die 3 "cannot write to directory $backup_directory"
printf '%s\n' "$copy" >"$saved" || die 3 "could not save the policy, so it stays"
printf 'saved: %s\n' "$saved"
kubectl --context "$context" delete networkpolicy "$policy" --namespace "$namespace" --timeout=60s </dev/null || die 1 "could not delete network policy $policy"
sleep 5 # what makes it anew takes a moment
left=$(k get networkpolicy "$policy" --ignore-not-found --output name) || die 1 "cannot look whether network policy $policy is gone"
[[ -z $left ]] || die 1 "network policy $policy exists again: something makes it anew"
printf 'undo: kubectl create --filename %q%s\n' "$saved" "${context:+ --context ${context@Q}}"
others=$(k get networkpolicies --output name) || others=unknown
[[ -n $others ]] || others=none
printf 'deleted: network policy %s in namespace %s; left there of this kind: %s\n' "$policy" "$namespace" "${others//$'\n'/, }"
