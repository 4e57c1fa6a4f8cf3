#!/usr/bin/env bash
# Expand a persistent volume claim, and wait until the volume has the new size.
#
# Undo: none, a volume cannot be made smaller again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: expand-volume-claim --claim NAME --size GIB [--namespace NAME] [--timeout N]
       [--context NAME] [--dry-run]

Ask for a larger size of a bound claim, and wait until it is reported. The storage class must
allow expansion. First the volume grows, then the file system, while a pod uses it or as soon as one
does; where it has not by the end of the time the storage may want the pod to be started anew: this is
told, and a failure. Sizes in the template of a StatefulSet stay as they are, which is said. A claim can never be made smaller, and with many providers it can be changed again only
after hours, so choose the size well.

  --claim NAME      name of the persistent volume claim
  --size GIB        new size in GiB
  --namespace NAME  namespace it lives in (default: the context's)
  --timeout N       how long to wait for the new size, in seconds (default 300)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'expand-volume-claim: %s\n' "$2" >&2
  exit "$1"
}

claim='' size='' namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --claim | --size | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --claim) claim=$2 ;;
        --size) size=$2 ;;
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

[[ -n $claim ]] || die 2 "--claim is required (see --help)"
[[ -n $size ]] || die 2 "--size is required (see --help)"
[[ $claim =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--claim takes the name of a volume claim, not '$claim'"
[[ $size =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--size takes a whole number of GiB above 0, not '$size'"
size=$((10#$size))
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
bytes_of() { # QUANTITY: how many bytes that is; fails for what is not understood
  local number unit
  [[ $1 =~ ^([0-9]{1,15})(Ki|Mi|Gi|Ti|Pi|k|M|G|T|)$ ]] || return 1
  number=$((10#${BASH_REMATCH[1]}))
  case ${BASH_REMATCH[2]} in
    Ki) unit=$((1024)) ;;
    Mi) unit=$((1024 ** 2)) ;;
    Gi) unit=$((1024 ** 3)) ;;
    Ti) unit=$((1024 ** 4)) ;;
    Pi) unit=$((1024 ** 5)) ;;
    k) unit=$((1000)) ;;
    M) unit=$((1000 ** 2)) ;;
    G) unit=$((1000 ** 3)) ;;
    T) unit=$((1000 ** 4)) ;;
    *) unit=1 ;;
  esac
  ((${#number} + ${#unit} <= 18)) || return 1
  printf '%d' $((number * unit))
}
state() {
  k get "persistentvolumeclaim/$claim" --output \
    'jsonpath={.status.phase}|{.spec.storageClassName}|{.spec.resources.requests.storage}|{.status.capacity.storage}|{.status.conditions[?(@.type=="FileSystemResizePending")].status}'
}

line=$(state) || die 3 "cannot read claim $claim in namespace $namespace"
IFS='|' read -r phase class asked capacity pending <<<"$line"
[[ $phase == Bound ]] || die 3 "claim $claim is not bound but ${phase:-unknown}"
printf 'context: %s\n' "${context:-not set}"
printf 'claim %s: asks for %s, has %s, class %s\n' "$claim" "$asked" "${capacity:-unknown}" "${class:-none}"
wanted=$((size * 1024 ** 3))
bytes=$(bytes_of "$asked") || die 3 "the size '$asked' of claim $claim is not understood"
if ((bytes >= wanted)); then
  ((bytes == wanted)) || die 3 "refused: claim $claim asks for $asked, which is more than $size GiB, and cannot shrink"
  printf 'nothing to change: claim %s asks for %s already\n' "$claim" "$asked"
else
  [[ -n $class ]] || die 3 "claim $claim has no storage class, so its volume cannot be expanded this way"
  allowed=$(kubectl --context "$context" get storageclass "$class" --request-timeout=30s --output 'jsonpath={.allowVolumeExpansion}' </dev/null) || allowed=unknown
  [[ $allowed == true || $allowed == unknown ]] || die 3 "storage class $class does not allow volumes to be expanded"
  if $dry_run; then
    printf 'would expand: claim %s in namespace %s from %s to %dGi\n' "$claim" "$namespace" "$asked" "$size"
    exit 0
  fi
  k patch "persistentvolumeclaim/$claim" --type=merge --patch="{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"${size}Gi\"}}}}" ||
    die 1 "could not expand claim $claim"
  [[ ! $claim =~ -[0-9]+$ ]] || printf 'note: if a StatefulSet made this claim, the size in its template stays, and that of its other claims\n'
fi
! $dry_run || exit 0

used() { # whether a pod runs that uses the claim; so it is taken where that cannot be seen
  local pods phase claims
  pods=$(k get pods --output 'jsonpath={range .items[*]}{.status.phase}|{.spec.volumes[*].persistentVolumeClaim.claimName}{"\n"}{end}') || return 0
  while IFS='|' read -r phase claims; do
    if [[ $phase == Running && " $claims " == *" $claim "* ]]; then return 0; fi
  done <<<"$pods"
  return 1
}
for ((waited = 0; waited <= timeout; waited += 5)); do
  line=$(state) || die 1 "cannot read claim $claim after the change"
  IFS='|' read -r _ _ asked capacity pending <<<"$line"
  bytes=$(bytes_of "$asked") || bytes=0
  ((bytes >= wanted)) || die 1 "claim $claim asks for $asked after the change: something sets it back"
  bytes=$(bytes_of "${capacity:-0}") || bytes=0
  if ((bytes >= wanted)); then
    printf 'expanded: claim %s has %s\n' "$claim" "$capacity"
    exit 0
  fi
  # This is so for a while with every storage: the volume has grown, and its file system is about to.
  if [[ $pending == True ]] && ! used; then
    printf 'expanded: the volume of claim %s has grown; its file system will as soon as a pod uses it\n' "$claim"
    exit 0
  fi
  ((waited + 5 > timeout)) || sleep 5
done
[[ $pending != True ]] ||
  die 1 "the volume of claim $claim has grown, but its file system has not within $timeout s: it may want the pod to be started anew"
die 1 "claim $claim still has ${capacity:-unknown} after $timeout s; look at its events (it goes on trying)"
