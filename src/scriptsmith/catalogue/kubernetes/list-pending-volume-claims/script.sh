#!/usr/bin/env bash
# List the persistent volume claims that are not bound, with storage class, size, the latest warning
# and the latest event.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-pending-volume-claims [--namespace NAME] [--context NAME]

List each claim in phase Pending or Lost: what it asks for, whether its storage class exists, and
the latest warning and the latest event about it. A class with the mode WaitForFirstConsumer binds
only when a pod uses the claim, so waiting is normal there. A claim without a class waits for a
volume that somebody makes by hand, or for a default class.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-pending-volume-claims: %s\n' "$2" >&2
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

claims=$(kubectl --context "$context" get persistentvolumeclaims "${scope[@]}" --request-timeout=30s --output json </dev/null) ||
  die 3 "cannot list the volume claims (is the cluster within reach, and may you see them?)"
[[ -n $claims ]] || die 3 "kubectl printed no list of claims"
# Best effort: not everybody may read storage classes and events.
classes=$(kubectl --context "$context" get storageclasses --request-timeout=30s --output \
  'jsonpath={range .items[*]}{.metadata.name}={.volumeBindingMode}{"\n"}{end}' 2>/dev/null </dev/null) || classes='?'
events=$(kubectl --context "$context" get events "${scope[@]}" --field-selector involvedObject.kind=PersistentVolumeClaim --request-timeout=30s --output json 2>/dev/null </dev/null) ||
  events='"?"'

printf '%s\n%s\n' "$claims" "${events:-null}" | jq -nr --arg classes "$classes" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def when: .series.lastObservedTime // .lastTimestamp // .eventTime // "";
  def said: "\(.reason // "event" | clean): \(.message // "" | clean | .[0:600])";
  ([$classes | split("\n")[] | select(contains("=")) | split("=") | {key: .[0], value: .[1]}] | from_entries) as $modes
  | [inputs] as [$claims, $events]
  | [$claims.items[] | select(.status.phase != "Bound")] as $open
  | ($open | sort_by(.metadata.creationTimestamp)[]
      | .metadata.namespace as $space | .metadata.name as $name | .spec.storageClassName as $class
      | ("\($space)/\($name): \(.status.phase), asks for \(.spec.resources.requests.storage // "unknown") \(.spec.accessModes // [] | join(",")), since \(.metadata.creationTimestamp)" | clean),
        ("  storage class: " + (
          if ($class // "") == "" then "none" + (if .spec.volumeName then ", wants the volume \(.spec.volumeName)" else ", so a volume must be made by hand" end)
          elif $classes == "?" then "\($class) (you may not see classes)"
          elif $modes[$class] == null then "\($class) DOES NOT EXIST"
          else "\($class), binds \($modes[$class])" end) | clean),
        (if $events == "?" then "  events cannot be read" else [$events.items[]? | select(.involvedObject.namespace == $space and .involvedObject.name == $name)]
          # Every few seconds the controller says that it waits for the provisioner; why that fails is said much more rarely.
          | sort_by(when) | last as $last | ([.[] | select(.type == "Warning")] | last) as $warning
          | if $last == null then "  no events"
            else ($warning | select(. != null and . != $last) | "  \(said) (at \(when))"), ($last | "  \(said)") end end)),
    "\($open | length) of \($claims.items | length) claims are not bound"
' || die 3 "what kubectl says about the claims is not understood"
