#!/usr/bin/env bash
# List the Kubernetes nodes whose Ready condition is not True, with the reason, and since when.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-nodes-not-ready [--context NAME]

List each node that is not Ready: the state of its Ready condition (False: the kubelet says so;
Unknown: the kubelet does not answer), since when, why, and its last heartbeat; so is one that is
called Ready though its last heartbeat is half an hour old (kubelets report every five minutes, and
the controller that would notice may itself be down). Then those that
became Ready again within a day. Nodes that are only cordoned are counted, not listed. A node that
was removed from the cluster is in no list of nodes; events of about an hour tell it.

  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-nodes-not-ready: %s\n' "$2" >&2
  exit "$1"
}

context=''
while (($# > 0)); do
  case $1 in
    --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      context=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get nodes --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | [.items[] | {
    name: .metadata.name,
    cordoned: (.spec.unschedulable // false),
    made: (.metadata.creationTimestamp // "1970-01-01T00:00:00Z"),
    ready: ([.status.conditions[]? | select(.type == "Ready")] | first // {status: "Unknown", reason: "NoReadyCondition"})
  } | . + {silent: (.ready.status == "True" and now - (.ready.lastHeartbeatTime // (now | todateiso8601) | fromdateiso8601) > 1800)}] as $nodes
  | [$nodes[] | select(.ready.status != "True" or .silent)] as $bad
  | ($bad | sort_by(.ready.lastTransitionTime // "")[] |
      "not ready: \(.name | clean)  Ready=\(.ready.status) since \(.ready.lastTransitionTime // "unknown")\(if .silent then ", BUT ITS KUBELET IS SILENT" else "" end)\(if .cordoned then ", cordoned" else "" end)",
      "  \(.ready.reason // "no reason" | clean): \(.ready.message // "no message" | clean)",
      "  last heartbeat: \(.ready.lastHeartbeatTime // "never")"),
    # The first minutes of a new node are no trouble.
    ($nodes[] | select(.ready.status == "True" and (.silent | not)) | (.ready.lastTransitionTime // .made) as $since
      | select(now - ($since | fromdateiso8601) < 86400 and ($since | fromdateiso8601) - (.made | fromdateiso8601) > 600)
      | "ready again: \(.name | clean)  since \($since)"),
    "\($bad | length) of \($nodes | length) nodes are not ready, \([$nodes[] | select(.cordoned)] | length) cordoned"
') || die 3 "cannot list the nodes (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
removed=$(kubectl --context "$context" get events --namespace default --field-selector involvedObject.kind=Node,reason=RemovingNode --request-timeout=30s --output \
  'jsonpath={range .items[*]}{.involvedObject.name}{"\n"}{end}' 2>/dev/null </dev/null | sort -u | paste -sd ' ') || removed='not known, for the events cannot be listed'
printf 'nodes that were removed within about an hour (before that is not known): %s\n' "${removed:-none}"
