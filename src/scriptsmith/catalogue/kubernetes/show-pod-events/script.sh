#!/usr/bin/env bash
# Show the events that are recorded for one Kubernetes pod, oldest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-pod-events --pod NAME [--namespace NAME] [--context NAME]

Show the events of a pod by time of the last occurrence: type, reason, how often, who reports it,
and the message. A pod that does not exist any more may still have events; they are usually kept
for an hour, which is said.

  --pod NAME        name of the pod
  --namespace NAME  namespace of the pod (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-pod-events: %s\n' "$2" >&2
  exit "$1"
}

pod='' namespace='' context=''
while (($# > 0)); do
  case $1 in
    --pod | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pod) pod=$2 ;;
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

[[ -n $pod ]] || die 2 "--pod is required (see --help)"
[[ $pod =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--pod takes the name of a pod, not '$pod'"
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
# A static pod has events under the identity that its kubelet gave it, which is an annotation.
uids=$(k get pod "$pod" --ignore-not-found --output 'jsonpath={.metadata.uid} {.metadata.annotations.kubernetes\.io/config\.mirror}') ||
  die 3 "cannot read the pods of namespace $namespace"
[[ -n $uids ]] || printf 'note: there is no pod %s in namespace %s now\n' "$pod" "$namespace" >&2

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(k get events --field-selector "involvedObject.kind=Pod,involvedObject.name=$pod" --output json | jq -nr --arg uids "$uids" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def when: .series.lastObservedTime // .lastTimestamp // .eventTime // .metadata.creationTimestamp // "";
  # The pods of a StatefulSet follow each other under one name.
  def earlier: .involvedObject.uid as $uid | $uid != null and $uids != "" and ($uids | split(" ") | index([$uid]) == null);
  input | [.items[]] as $events
  | ($events | sort_by(when)[] |
      "\(when | .[0:19])  \(.type // "" | clean)  \(.reason // "" | clean)  x\(.series.count // .count // 1)  (\(.source.component // .reportingComponent // "unknown" | clean))\(if earlier then "  OF AN EARLIER POD" else "" end)",
      "  \(.message // "no message" | clean | .[0:1000])"),
    "\($events | length) events, \([$events[] | select(.type == "Warning")] | length) warnings"
') || die 3 "cannot list the events of namespace $namespace"
printf '%s\n' "$report"
printf 'a cluster forgets events after an hour, as a rule: what was before that is not among them\n'
