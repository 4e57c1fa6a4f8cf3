#!/usr/bin/env bash
# Delete the pods of one Kubernetes namespace whose phase is Failed, evicted ones among them.
#
# Undo: none, the pods and their logs are gone; running pods are never touched. Look with --dry-
# run first.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-failed-pods --namespace NAME [--reason any|Evicted] [--context NAME] [--dry-run]

Delete the pod objects of a namespace that have failed for good (phase Failed: Error, Evicted,
OOMKilled without restart...). Pods that run, wait or crash and restart are not touched. Their
logs go with them.

  --namespace NAME      namespace whose failed pods are deleted
  --reason any|Evicted  Evicted takes only evicted pods, any takes all that failed (default any)
  --context NAME        context of the kubeconfig, which says which cluster (default: the current
                        one)
  --dry-run             say what would be done, change nothing
  --help                show this text

Exit status: 0 done, 1 some pod could not be deleted, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-failed-pods: %s\n' "$2" >&2
  exit "$1"
}

namespace='' reason=any context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --namespace | --reason | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --reason) reason=$2 ;;
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

[[ -n $namespace ]] || die 2 "--namespace is required (see --help)"
[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $reason == any || $reason == Evicted ]] || die 2 "--reason takes any or Evicted, not '$reason'"
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
if ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to delete pods in one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: $problem"
fi
list=$(k get pods --field-selector status.phase=Failed --output \
  'jsonpath={range .items[*]}{.metadata.name}|{.metadata.uid}|{.status.reason}|{.spec.nodeName}{"\n"}{end}') ||
  die 3 "cannot list the pods of namespace $namespace"
pods=()
[[ -z $list ]] || mapfile -t pods <<<"$list"

printf 'context: %s\n' "${context:-not set}"
deleted=0 skipped=0 failed=0
for line in "${pods[@]}"; do
  IFS='|' read -r name uid why node <<<"$line"
  [[ -n $name ]] || continue
  [[ $reason == any || $why == "$reason" ]] || continue
  if $dry_run; then
    printf 'would delete: %s (%s, on %s)\n' "$name" "${why:-Failed}" "${node:-no node}"
    continue
  fi
  # A StatefulSet may have made a live pod of the same name since.
  now=$(k get pod "$name" --ignore-not-found --output 'jsonpath={.metadata.uid} {.status.phase}') || now='unreadable'
  if [[ $now != "$uid Failed" ]]; then
    printf 'changed meanwhile, left alone: %s\n' "$name" >&2
    skipped=$((skipped + 1))
  elif kubectl --context "$context" delete pod "$name" --namespace "$namespace" --ignore-not-found --timeout=60s </dev/null >/dev/null; then
    printf 'deleted: %s (%s, on %s)\n' "$name" "${why:-Failed}" "${node:-no node}"
    deleted=$((deleted + 1))
  else
    printf 'could not delete: %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done
! $dry_run || exit 0

printf '%d deleted, %d left alone, %d failed\n' "$deleted" "$skipped" "$failed"
((failed == 0)) || exit 1
