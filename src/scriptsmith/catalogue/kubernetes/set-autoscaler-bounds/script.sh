#!/usr/bin/env bash
# Set the bounds of a HorizontalPodAutoscaler, and say what they were.
#
# Undo: run it again with the former bounds, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-autoscaler-bounds --autoscaler NAME --minimum N --maximum N [--namespace NAME]
       [--context NAME] [--dry-run]

Set the least and the most number of replicas that an autoscaler may choose. When fewer pods run
than the new minimum, or more than the new maximum, it scales at once. Nodes, quotas and databases
must bear the new maximum. When Argo CD, Flux, Helm or an owner keeps the autoscaler, as its labels,
annotations and owners say, that is told: change it there as well. One that another object controls
(a ScaledObject of KEDA) is refused.

  --autoscaler NAME  name of the HorizontalPodAutoscaler
  --minimum N        how many pods it keeps at least, the minimum
  --maximum N        how many pods it makes at most, the maximum
  --namespace NAME   namespace it lives in (default: the context's)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-autoscaler-bounds: %s\n' "$2" >&2
  exit "$1"
}

autoscaler='' minimum='' maximum='' namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --autoscaler | --minimum | --maximum | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --autoscaler) autoscaler=$2 ;;
        --minimum) minimum=$2 ;;
        --maximum) maximum=$2 ;;
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

[[ -n $autoscaler ]] || die 2 "--autoscaler is required (see --help)"
[[ -n $minimum ]] || die 2 "--minimum is required (see --help)"
[[ -n $maximum ]] || die 2 "--maximum is required (see --help)"
[[ $autoscaler =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--autoscaler takes the name of an autoscaler, not '$autoscaler'"
[[ $minimum =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--minimum takes a whole number above 0, not '$minimum'"
minimum=$((10#$minimum))
[[ $maximum =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--maximum takes a whole number above 0, not '$maximum'"
maximum=$((10#$maximum))
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
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
bounds() { k get "horizontalpodautoscaler/$autoscaler" --output 'jsonpath={.spec.minReplicas}|{.spec.maxReplicas}|{.status.currentReplicas}|{.spec.scaleTargetRef.kind}/{.spec.scaleTargetRef.name}|{.metadata.ownerReferences[?(@.controller==true)].kind}/{.metadata.ownerReferences[?(@.controller==true)].name}'; }

((minimum <= maximum)) || die 2 "--minimum $minimum is above --maximum $maximum"
line=$(bounds) || die 3 "cannot read autoscaler $autoscaler in namespace $namespace"
IFS='|' read -r low high current target owner <<<"$line"
low=${low:-1}
# KEDA, for one, writes the bounds anew from its ScaledObject.
[[ ${owner:-/} == / ]] || die 3 "refused: $owner owns autoscaler $autoscaler and would set the bounds back: change them there"
[[ $high =~ ^[0-9]+$ ]] || die 3 "cannot read the bounds of autoscaler $autoscaler"
printf 'context: %s\n' "${context:-not set}"
if [[ $low == "$minimum" && $high == "$maximum" ]]; then
  printf 'nothing to change: autoscaler %s has the bounds %d to %d already\n' "$autoscaler" "$minimum" "$maximum"
  exit 0
fi
keeper=$(keeper_of "horizontalpodautoscaler/$autoscaler")
[[ -z $keeper ]] || printf 'warning: %s keeps this autoscaler and may set its bounds back; change them there too\n' "$keeper" >&2
if [[ ${current:-0} =~ ^[0-9]+$ ]] && ((${current:-0} > maximum)); then
  printf 'warning: %s has %d pods and will be scaled down to %d\n' "$target" "$current" "$maximum" >&2
fi
if $dry_run; then
  printf 'would set: bounds of autoscaler %s (%s) from %d-%d to %d-%d\n' "$autoscaler" "$target" "$low" "$high" "$minimum" "$maximum"
  exit 0
fi
# Both numbers were checked above, so that they cannot break out of the JSON.
k patch "horizontalpodautoscaler/$autoscaler" --type=merge --patch="{\"spec\":{\"minReplicas\":$minimum,\"maxReplicas\":$maximum}}" ||
  die 1 "could not change autoscaler $autoscaler"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
line=$(bounds) || die 1 "cannot read autoscaler $autoscaler after the change"
IFS='|' read -r now_low now_high _ <<<"$line"
[[ ${now_low:-1} == "$minimum" && $now_high == "$maximum" ]] || die 1 "the bounds are ${now_low:-1} to $now_high after the change: something sets them back"
printf 'set: bounds of autoscaler %s are %d to %d (before: %d to %d)\n' "$autoscaler" "$minimum" "$maximum" "$low" "$high"
