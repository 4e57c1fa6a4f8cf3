#!/usr/bin/env bash
# Remove finalizers of a Kubernetes object that is being deleted, so that it goes.
#
# Undo: none, it is gone for good, with most claims their disk, too. Its manifest is saved in --backup-directory.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-finalizers --resource KIND --name NAME [--finalizer NAME] [--backup-directory DIR]
       [--namespace NAME] [--context NAME] [--dry-run]

Remove all finalizers, or one of them, of an object whose deletion was asked for. What the
finalizer was there to clean up (a cloud disk, a DNS record, data elsewhere) is then nobody's task
any more: look whether its controller can be repaired first. With a volume claim goes its disk, unless
its volume is to be retained; which it is is told. Refused are an object that nobody deletes, a volume
claim that a pod uses or a snapshot is taken of, a bound volume, a VolumeAttachment, and a pod, a
namespace or a CustomResourceDefinition that waits for something else. For an object outside of
namespaces the namespace does not matter.

  --resource KIND         kind of the object as kubectl takes it, such as pvc, pv or
                          certificates.cert-manager.io
  --name NAME             name of the object
  --finalizer NAME        the one finalizer to remove, or all (default all)
  --backup-directory DIR  where the manifest of the object is saved (default /var/tmp)
  --namespace NAME        namespace it lives in (default: the context's)
  --context NAME          context of the kubeconfig, which says which cluster (default: the
                          current one)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 the finalizers are gone, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-finalizers: %s\n' "$2" >&2
  exit "$1"
}

resource='' name='' finalizer=all backup_directory=/var/tmp namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --resource | --name | --finalizer | --backup-directory | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --resource) resource=$2 ;;
        --name) name=$2 ;;
        --finalizer) finalizer=$2 ;;
        --backup-directory) backup_directory=$2 ;;
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

[[ -n $resource ]] || die 2 "--resource is required (see --help)"
[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ $resource =~ ^[a-z][a-z0-9.-]{0,120}$ ]] || die 2 "--resource takes a kind such as pvc or pods, not '$resource'"
[[ $name =~ ^[a-z0-9]([-a-z0-9.:]{0,251}[a-z0-9])?$ ]] || die 2 "--name takes the name of an object, not '$name'"
[[ $finalizer =~ ^[A-Za-z0-9]([A-Za-z0-9./_-]{0,250}[A-Za-z0-9])?$ ]] || die 2 "--finalizer takes a finalizer, or all, not '$finalizer'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
for tool in kubectl jq; do
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
[[ $backup_directory == /* || $backup_directory == ./* || $backup_directory == . ]] || backup_directory=./$backup_directory
[[ -d $backup_directory && -w $backup_directory ]] || die 3 "cannot write to directory $backup_directory"

object=$(k get "$resource" "$name" --ignore-not-found --output json) || die 3 "cannot read $resource $name in namespace $namespace"
printf 'context: %s\n' "${context:-not set}"
if [[ -z $object ]]; then
  printf 'nothing to remove: there is no %s %s (in namespace %s, if the kind lives in one)\n' "$resource" "$name" "$namespace"
  exit 0
fi
line=$(jq -r --arg which "$finalizer" '[.kind, .metadata.uid, .metadata.deletionTimestamp // "none", .status.phase // "none", .spec.volumeName // "none", ((.metadata.finalizers // []) | length),
  ((.metadata.finalizers // []) | map(select($which != "all" and . != $which)) | length), ((.metadata.finalizers // []) | join(", "))] | join("|")' <<<"$object") || die 3 "what kubectl says about $resource $name is not understood"
IFS='|' read -r kind uid deleted phase volume number kept listed <<<"$line"
printf '%s %s: deletion asked for: %s, finalizers: %s\n' "$kind" "$name" "$deleted" "${listed:-none}"
[[ $deleted != none ]] || die 3 "refused: nobody deletes $kind $name; without its finalizers it would only lose its protection"
if ((number == 0)); then
  [[ $kind != Namespace && $kind != Pod ]] || die 3 "refused: $kind $name waits for what is still in it, or for its node, not for finalizers of its own"
  printf 'nothing to remove: %s %s has no finalizers\n' "$kind" "$name"
  exit 0
fi
((kept < number)) || die 3 "$kind $name has no finalizer $finalizer"
# Its objects would stay in etcd, and be there again when the definition is.
[[ $kind != CustomResourceDefinition || ($finalizer != all && $finalizer != customresourcecleanup.*) || $listed != *customresourcecleanup.* ]] || die 3 "refused: definition $name waits for the objects of its kind; remove those, or their finalizers"
[[ $kind != PersistentVolume || $phase != Bound ]] || die 3 "refused: volume $name is bound to a claim"
[[ $kind != VolumeAttachment ]] || die 3 "refused: a second node could take the disk while the first still writes to it; do that by hand when that node is off"
fate='what they were to clean up (a disk, a load balancer) may be left'
if [[ $kind == PersistentVolumeClaim ]]; then
  users=$(k get pods --output json) || die 3 "cannot list the pods of namespace $namespace"
  # The claim of an ephemeral volume is called after the pod and the volume.
  users=$(jq -r --arg claim "$name" '[.items[] | .metadata.name as $pod | select(any(.spec.volumes[]?;
      .persistentVolumeClaim.claimName == $claim or (.ephemeral != null and "\($pod)-\(.name)" == $claim))) | $pod] | join(" ")' <<<"$users") || die 3 "what kubectl says about the pods is not understood"
  [[ -z $users ]] || die 3 "refused: pods use the claim $name: $users"
  [[ $finalizer != all || $listed != *pvc-as-source-protection* ]] || die 3 "refused: a snapshot of the claim $name is being taken; if that is none any more, remove this finalizer by its name first"
  if [[ $volume != none ]]; then
    policy=$(k get persistentvolume "$volume" --output 'jsonpath={.spec.persistentVolumeReclaimPolicy}') || policy='not known'
    fate="the reclaim policy of its volume $volume is $policy: with Delete its disk goes, too, with Retain it stays"
    printf 'when it is gone: %s\n' "$fate"
  fi
fi
if $dry_run; then
  printf 'would remove: %d of %d finalizers of %s %s\n' $((number - kept)) "$number" "$kind" "$name"
  exit 0
fi
saved=$(mktemp --suffix=.json -- "$backup_directory/${resource%%.*}-${name//:/-}.XXXXXX") || die 3 "cannot write to directory $backup_directory"
printf '%s\n' "$object" >"$saved" || die 3 "could not save the object, so it stays"
printf 'saved: %s\n' "$saved"
# With the version that was read, the API server refuses the change if there is a newer one.
patch=$(jq -c --arg which "$finalizer" '{metadata: {resourceVersion: .metadata.resourceVersion, finalizers: ((.metadata.finalizers // []) | map(select($which != "all" and . != $which)))}}' <<<"$object")
k patch "$resource" "$name" --type=merge --patch="$patch" || die 1 "could not change $kind $name (if it changed meanwhile, run this again)"
for ((waited = 0; waited < 10; waited++)); do # a namespace goes a moment later
  left=$(k get "$resource" "$name" --ignore-not-found --output 'jsonpath={.metadata.uid} {.metadata.finalizers}') || die 1 "cannot look at $kind $name after the change"
  if ((kept > 0)) || [[ ${left%% *} != "$uid" ]]; then break; fi
  sleep 1
done
if [[ ${left%% *} == "$uid" ]]; then
  ((kept > 0)) || die 1 "$kind $name is still there: $left"
  [[ $left != *"\"$finalizer\""* ]] || die 1 "$kind $name has the finalizer $finalizer again: something sets it back"
  printf 'removed: finalizer %s of %s %s, which waits for %d others\n' "$finalizer" "$kind" "$name" "$kept"
  exit 0
fi
printf 'removed: the finalizers of %s %s, and it is gone; %s\n' "$kind" "$name" "$fate"
