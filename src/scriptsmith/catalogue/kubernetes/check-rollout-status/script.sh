#!/usr/bin/env bash
# Check once, without waiting, whether the rollout of a deployment, StatefulSet or DaemonSet is
# complete.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-rollout-status --name NAME [--kind deployment|statefulset|daemonset]
       [--namespace NAME] [--context NAME]

Show how many pods of a workload are wanted, updated, ready and available, whether its controller
has seen the latest change, and what a deployment's conditions say (a quota or a missing image
often shows up there). A paused rollout is told. Complete is said of the version that the cluster was
told last: its images are shown, so that one sees whether it is the one that is meant. What a
partition holds back, and where no pod is wanted, is said with it. The exit status says whether all
is complete.

  --name NAME                              name of the workload
  --kind deployment|statefulset|daemonset  what kind of workload it is (default deployment)
  --namespace NAME                         namespace it lives in (default: the context's)
  --context NAME                           context of the kubeconfig, which says which cluster
                                           (default: the current one)
  --help                                   show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-rollout-status: %s\n' "$2" >&2
  exit "$1"
}

name='' kind=deployment namespace='' context=''
while (($# > 0)); do
  case $1 in
    --name | --kind | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --kind) kind=$2 ;;
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ $name =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--name takes the name of a workload, not '$name'"
case $kind in
  deployment | statefulset | daemonset) ;;
  *) die 2 "--kind takes deployment, statefulset, daemonset, not '$kind'" ;;
esac
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
object=$(k get "$kind/$name" --output json) || die 3 "cannot read $kind $name in namespace $namespace"
report=$(jq -nr --arg kind "$kind" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | .status as $s
  | (if $kind == "daemonset" then {
       wanted: ($s.desiredNumberScheduled // 0), updated: ($s.updatedNumberScheduled // 0),
       ready: ($s.numberReady // 0), available: ($s.numberAvailable // 0), all: ($s.currentNumberScheduled // 0)}
     else {
       wanted: (if .spec.replicas == null then 1 else .spec.replicas end), updated: ($s.updatedReplicas // 0),
       ready: ($s.readyReplicas // 0), all: ($s.replicas // 0),
       # Servers before 1.22 say nothing of this for a StatefulSet; for a deployment, a missing number is 0.
       available: ($s.availableReplicas // (if $kind == "statefulset" then $s.readyReplicas else null end) // 0)} end) as $n
  | (if $kind == "statefulset" then .spec.updateStrategy.rollingUpdate.partition // 0 else 0 end) as $partition
  | (($s.observedGeneration // 0) >= (.metadata.generation // 0)) as $seen
  | ($seen and $n.updated >= ($n.wanted - $partition) and $n.ready >= $n.wanted and $n.available >= $n.wanted
      and ($kind != "deployment" or $n.all <= $n.wanted)) as $complete
  | (if $complete | not then "not complete"
     elif $n.wanted == 0 then "complete, with no pod wanted"
     elif $n.updated < $n.wanted then "complete up to its partition, \($n.updated) of \($n.wanted) pods"
     else "complete" end),
    "wanted \($n.wanted), updated \($n.updated), ready \($n.ready), available \($n.available), in all \($n.all)",
    ("images: \([.spec.template.spec.containers[]?.image] | join(", "))" | clean),
    (if $seen then empty else "the controller has not seen the latest change yet" end),
    (if .spec.paused then "the rollout is paused (kubectl rollout resume goes on)" else empty end),
    (if $partition > 0 then "only pods from number \($partition) on are updated (partition)" else empty end),
    (if .spec.updateStrategy.type == "OnDelete" then "pods are updated only when somebody deletes them (OnDelete)" else empty end),
    ($s.conditions[]? | "\(.type)=\(.status): \(.reason // "") \(.message // "")" | clean)
' <<<"$object") || die 1 "what kubectl says about $kind $name is not understood"
printf '%s\n' "${report#*$'\n'}"
printf '%s: the rollout of %s %s in namespace %s\n' "${report%%$'\n'*}" "$kind" "$name" "$namespace"
[[ $report == complete* ]] || exit 1
