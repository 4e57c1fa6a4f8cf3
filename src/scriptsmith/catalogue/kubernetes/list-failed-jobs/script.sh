#!/usr/bin/env bash
# List the Kubernetes jobs that have failed for good, and those with failed pods that still try.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-failed-jobs [--namespace NAME] [--context NAME]

List each job that has failed, with reason, message, time and the CronJob it belongs to, newest
first; then each job that still tries although pods of it have failed, or their containers ended with
an error and were started again; then those that are not finished, with what their pods do, for one
whose pod cannot start never fails. Suspended ones are left out. Whether a later run of the same CronJob has succeeded is said too, for
then the failure may be history. Only jobs that are still there can be listed: a CronJob keeps one that
failed by default, and a time to live removes jobs too.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-failed-jobs: %s\n' "$2" >&2
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
jobs=$(kubectl --context "$context" get jobs "${scope[@]}" --request-timeout=30s --output json </dev/null) && [[ -n $jobs ]] ||
  die 3 "cannot list the jobs (is the cluster within reach, and may you see them?)"
unseen=false
pods=$(kubectl --context "$context" get pods "${scope[@]}" --selector job-name --request-timeout=30s --output json 2>/dev/null </dev/null) && [[ -n $pods ]] || {
  unseen=true pods='{"items": []}'
}
report=$(jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  # A job that an older kubectl made by hand of a CronJob belongs to it, but is not controlled by it.
  input | [.items[]
    | {name: "\(.metadata.namespace)/\(.metadata.name)",
       owner: ([.metadata.ownerReferences[]? | select(.controller or .kind == "CronJob") | "\(.kind)/\(.name)"] | first),
       space: .metadata.namespace,
       started: (.status.startTime // .metadata.creationTimestamp // ""),
       failure: ([.status.conditions[]? | select(.type == "Failed" and .status == "True")] | first),
       complete: ([.status.conditions[]? | select(.type == "Complete" and .status == "True")] | length > 0),
       suspended: .spec.suspend, active: (.status.active // 0),
       failed: (.status.failed // 0), limit: .spec.backoffLimit}] as $jobs
  # With restartPolicy OnFailure a container is started again in its pod, which does not fail for that.
  | (input | .items) as $pods
  | ([$pods[] | {key: "\(.metadata.namespace)/\(.metadata.labels["job-name"])", value: ([.status.containerStatuses[]?.restartCount] | add // 0)}]
      | group_by(.key) | map({key: .[0].key, value: (map(.value) | add)}) | from_entries) as $restarts
  # When the latest successful run of each owner began, found once: thousands of failures would take minutes otherwise.
  | ([$jobs[] | select(.owner and .complete) | {key: "\(.space)/\(.owner)", value: .started}]
      | group_by(.key) | map({key: .[0].key, value: (map(.value) | max)}) | from_entries) as $succeeded
  | [$jobs[] | select(.failure)] as $dead
  | [$jobs[] | . + {again: ($restarts[.name] // 0)} | select(.failure == null and (.complete | not) and (.failed > 0 or .again > 0))] as $trying
  | [$jobs[] | select(.failure == null and (.complete | not) and .failed == 0 and ($restarts[.name] // 0) == 0 and .suspended != true)] as $open
  # What holds a pod up: a container that waits, or that no node takes it.
  | ([$pods[] | {key: "\(.metadata.namespace)/\(.metadata.labels["job-name"])", value: (([.status.initContainerStatuses[]?, .status.containerStatuses[]? | .state.waiting.reason // empty]
        + [.status.conditions[]? | select(.type == "PodScheduled" and .status == "False") | .reason // "Unschedulable"] | first) // .status.phase // "unknown")}]
      | group_by(.key) | map({key: .[0].key, value: ([.[].value] | unique | join(", "))}) | from_entries) as $states
  | ($dead | sort_by(.failure.lastTransitionTime // "") | reverse[] |
      ("failed: \(.name) at \(.failure.lastTransitionTime // "unknown time"), \(.failed) failed pods\(if .owner then ", of \(.owner)" else "" end)" | clean),
      "  \(.failure.reason // "no reason" | clean): \(.failure.message // "no message" | clean)",
      (if .owner and ($succeeded["\(.space)/\(.owner)"] // "") > .started then "  a later run has succeeded" else empty end)),
    ($trying | sort_by(.name)[] | "still trying: \(.name | clean), \(.failed) failed pods, \(.again) restarts of containers, gives up after \(.limit // "unknown") retries"),
    ($open | sort_by(.name)[] | "not finished: \(.name), since \(if .started == "" then "unknown time" else .started end), \(if .active == 0 then "no pod was made" else "its pod: \($states[.name] // "not seen")" end)" | clean),
    "\($jobs | length) jobs: \($dead | length) failed, \($trying | length) still trying, \($open | length) not finished",
    "not seen: jobs that a CronJob or their time to live has removed, and runs that a CronJob never started; left out: \([$jobs[] | select(.suspended == true and .failure == null)] | length) suspended"
' <<<"$jobs$pods") || die 3 "what kubectl says about the jobs is not understood"
printf '%s\n' "$report"
! $unseen || printf 'note: the pods could not be looked at, so restarts of containers are not known\n' >&2
