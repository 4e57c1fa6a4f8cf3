#!/usr/bin/env bash
# Show the recent events of type Warning in a Kubernetes cluster, taken together by object and
# reason, newest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-warning-events [--namespace NAME] [--minutes N] [--context NAME]

List the warnings that last occurred within N minutes: one line for each object and reason, with
how often since it began and when last, and the latest message. The cluster keeps events for about an hour by
default, so a longer time may show no more: of which time the oldest is, is then said.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --minutes N       how far back to look, in minutes (default 60)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-warning-events: %s\n' "$2" >&2
  exit "$1"
}

namespace=all minutes=60 context=''
while (($# > 0)); do
  case $1 in
    --namespace | --minutes | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --minutes) minutes=$2 ;;
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
[[ $minutes =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--minutes takes a whole number of minutes above 0, not '$minutes'"
minutes=$((10#$minutes))
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
report=$(kubectl --context "$context" get events "${scope[@]}" --field-selector type=Warning --request-timeout=30s --output json </dev/null | jq -nr --argjson minutes "$minutes" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def when: (.series.lastObservedTime // .lastTimestamp // .eventTime // .metadata.creationTimestamp // "1970-01-01T00:00:00Z")[0:19] + "Z";
  input | [.items[] | {at: when, reason: (.reason // "none"), count: (.series.count // .count // 1), message: (.message // ""),
      object: "\(.involvedObject.namespace // "cluster")/\(.involvedObject.kind)/\(.involvedObject.name)"}] as $all
  | [$all[] | select(now - (.at | fromdateiso8601) <= $minutes * 60)] as $list
  | ($list | group_by([.object, .reason]) | map(sort_by(.at)) | sort_by(last.at) | reverse[] |
      "\(last.at)  \(last.reason | clean)  x\(map(.count) | add)  \(last.object | clean)",
      "  \(last.message | clean | .[0:500])"),
    "\($list | length) warnings last occurred within \($minutes) minutes"
    + ($list | group_by(.reason) | map({reason: .[0].reason, count: (map(.count) | add)}) | sort_by(-.count) | .[0:8]
        | map("\(.reason | clean) \(.count)") | if length > 0 then ", so often since they began: " + join(", ") else "" end),
    (if $minutes > 60 then "a cluster forgets events after an hour, as a rule: the oldest warning that it still knows is of \($all | map(.at) | min // "no time, for there is none")" else empty end)
') || die 3 "cannot list the events (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
