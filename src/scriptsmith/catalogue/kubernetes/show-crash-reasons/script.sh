#!/usr/bin/env bash
# Show the Kubernetes containers that crash, or have crashed and are up again, with how each last
# ended.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-crash-reasons [--namespace NAME] [--context NAME]

List each container that waits in CrashLoopBackOff, whose last end was an error, or that has ended
without one three times or more and within the last hour: first those that
are not ready again, then those that are. Told are how often it was restarted, its last exit code
with what that usually means, the reason, the time, and the message it left behind. Pods that failed
as a whole, such as evicted ones, are named with the reason. Earlier ends,
and pods that are gone, are no longer known. For the logs of the crashed container: kubectl logs --previous.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-crash-reasons: %s\n' "$2" >&2
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
report=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def meaning:
    if .reason == "OOMKilled" then "over its memory limit, or the node ran out"
    elif (.reason // "" | endswith("Unknown")) then "its end was not seen: its node was restarted or lost"
    elif .exitCode == 0 then "it ended by itself without an error"
    elif .exitCode == 126 then "its command cannot be executed"
    elif .exitCode == 127 then "its command was not found"
    elif .exitCode == 128 then "it could not be started"
    elif .exitCode == 137 then "SIGKILL: a failed liveness probe, a stop that took too long, or out of memory"
    elif .exitCode == 139 then "SIGSEGV: a crash in the program"
    elif .exitCode == 143 then "SIGTERM: it was asked to stop"
    elif .exitCode > 128 and .exitCode <= 192 then "signal \(.exitCode - 128)"
    else "the program reports an error" end;
  input | [.items[] | select(.status.phase == "Failed" and .status.reason != null)] as $whole | [.items[]
    | "\(.metadata.namespace)/\(.metadata.name)" as $pod
    | (.spec.nodeName // "no node") as $node
    | (.status.containerStatuses[]?, .status.initContainerStatuses[]?)
    | select((.state.terminated.exitCode // 1) != 0) # what has done its work, as an init container, is over
    | (.state.terminated // .lastState.terminated) as $last
    | select(.state.waiting.reason == "CrashLoopBackOff" or ($last != null and ($last.exitCode != 0 or $last.reason == "OOMKilled"
        or (.restartCount >= 3 and now - ($last.finishedAt // "1970-01-01T00:00:00Z" | fromdateiso8601) < 3600))))
    | {up: (.ready and .state.running != null), pod: $pod, node: $node, container: .name, count: .restartCount, state: (.state | keys | first // "unknown"), end: $last}] as $list
  | ($list | sort_by(.up, .pod, .container)[] |
      "\(.pod | clean), container \(.container | clean): \(.count) restarts, now \(.state)\(if .up then " and ready" else "" end), on \(.node | clean)",
      (.end // empty
        | "  exit \(.exitCode) \(.reason // "" | clean) at \(.finishedAt // "unknown time") (\(meaning))",
          (.message // empty | "  message: \(clean | .[0:500])"))),
    ($whole | sort_by(.metadata.namespace, .metadata.name)[] |
      "\(.metadata.namespace)/\(.metadata.name) failed as a whole on \(.spec.nodeName // "no node" | clean): \(.status.reason | clean): \(.status.message // "" | clean | .[0:500])"),
    "\([$list[] | select(.up | not)] | length) crashing containers, \([$list[] | select(.up)] | length) that crashed and are up again"
') || die 3 "cannot list the pods (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
