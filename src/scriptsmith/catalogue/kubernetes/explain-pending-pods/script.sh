#!/usr/bin/env bash
# Explain for each pending Kubernetes pod what it waits for: a node, an image, a volume or an init
# container.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: explain-pending-pods [--namespace NAME] [--context NAME]

List each pod in phase Pending, oldest first, with what holds it up: the message of the scheduler
when no node suits it (too little CPU or memory, taints, affinity, a claim that is not bound), a
scheduling gate, or the reason that its containers wait for (ContainerCreating, ImagePullBackOff,
a missing ConfigMap or Secret). Of a pod that has a node, the latest warnings of its events are shown
too: what goes wrong with a volume or the network stands there alone, and for about an hour. Pods that
a quota or an admission webhook forbids do not exist; what failed to create them is told.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'explain-pending-pods: %s\n' "$2" >&2
  exit "$1"
}

namespace=all context=''
while (($# > 0)); do
  case $1 in
    --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
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

[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

if [[ $namespace != all ]] && ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to look into one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
scope=(--namespace "$namespace")
[[ $namespace != all ]] || scope=(--all-namespaces)

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
pods=$(kubectl --context "$context" get pods "${scope[@]}" --field-selector status.phase=Pending --request-timeout=30s --output json </dev/null) && [[ -n $pods ]] ||
  die 3 "cannot list the pods (is the cluster within reach, and may you see them?)"
unseen=false
events=$(kubectl --context "$context" get events "${scope[@]}" --field-selector type=Warning --request-timeout=30s --output json 2>/dev/null </dev/null) && [[ -n $events ]] || {
  unseen=true events='{"items": []}'
}
report=$(jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[] | select(.metadata.deletionTimestamp == null)] as $pods
  | [input | .items[] | {uid: .involvedObject.uid, about: "\(.involvedObject.namespace)/\(.involvedObject.name)", at: (.lastTimestamp // .eventTime // .metadata.creationTimestamp), line: "\(.reason // "" | clean): \(.message // "" | clean | .[0:400])", reason}] as $events
  | ($events | group_by(.uid) | map({key: (.[0].uid // ""), value: (sort_by(.at) | group_by(.reason) | map(last) | sort_by(.at) | .[-2:])}) | from_entries) as $warnings
  | ($pods | sort_by(.metadata.creationTimestamp)[] | . as $pod
      | ("\(.metadata.namespace)/\(.metadata.name): pending since \(.metadata.creationTimestamp), " + (
          if .spec.nodeName then "placed on node \(.spec.nodeName)" else "no node yet" end) | clean),
      ([.status.conditions[]? | select(.type == "PodScheduled" and .status == "False")
          | "  \(.reason // "not scheduled" | clean): \(.message // "no message" | clean)"]
        + [(.status.initContainerStatuses[]?, .status.containerStatuses[]?) | . as $c | .state.waiting // empty
            | select(.reason != "PodInitializing")
            | "  container \($c.name | clean): \(.reason // "waiting" | clean)\(if .message then ": \(.message | clean | .[0:400])" else "" end)"]
        + [.status.initContainerStatuses[]? | select(.state.running)
            | "  init container \(.name | clean) runs since \(.state.running.startedAt)"]
        + (if .spec.nodeName then [$warnings[.metadata.uid // ""][]? | "  event: \(.line)"] else [] end)
        + (if .spec.nodeName then [] else [.spec.volumes[]?.persistentVolumeClaim.claimName // empty | "  it needs the volume claim \(. | clean)"] end)
        | if length > 0 then . elif $pod.spec.nodeName then ["  nothing is reported yet (does the kubelet of its node run?)"]
          else ["  nothing is reported yet (does the scheduler \($pod.spec.schedulerName // "default-scheduler" | clean) run?)"] end)[]),
    ($events | map(select(.reason == "FailedCreate")) | group_by(.about) | map(max_by(.at))[]
      | "\(.about): at \(.at) a pod could not even be created: \(.line)" | clean),
    "\($pods | length) pending pods, \([$pods[] | select(.spec.nodeName == null)] | length) of them without a node",
    (if any($pods[]; .spec.nodeName) then "note: events are kept for about an hour: what went wrong with a volume or the network before is not told" else empty end)
' <<<"$pods$events") || die 3 "what kubectl says about the pods is not understood"
printf '%s\n' "$report"
! $unseen || printf 'note: the events could not be looked at\n' >&2
