#!/usr/bin/env bash
# Delete the jobs of one Kubernetes namespace that ended some days ago, with their pods and logs.
#
# Undo: none, the jobs, their pods and their logs are gone; running jobs are never touched. Look
# with --dry-run first.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-finished-jobs --namespace NAME [--days N] [--outcome succeeded|failed|both]
       [--context NAME] [--dry-run]

Delete the Job objects of a namespace that have ended for good, at least N days ago. Their pods
and logs go with them, so keep failed ones until somebody has read why. CronJobs stay, and so does
every job that still runs or tries. Jobs that Argo CD, Flux, Rancher or another controller keeps are left
alone: they would be made anew, and run again. The label app.kubernetes.io/instance, by which Argo
CD knows its objects where nothing else is set, counts as such unless Helm or a CronJob made the job.

  --namespace NAME                 namespace whose finished jobs are deleted
  --days N                         how long ago a job must have ended, in days (default 7)
  --outcome succeeded|failed|both  which jobs: those that succeeded, that failed, or both (default
                                   succeeded)
  --context NAME                   context of the kubeconfig, which says which cluster (default:
                                   the current one)
  --dry-run                        say what would be done, change nothing
  --help                           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-finished-jobs: %s\n' "$2" >&2
  exit "$1"
}

namespace='' days=7 outcome=succeeded context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --namespace | --days | --outcome | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --days) days=$2 ;;
        --outcome) outcome=$2 ;;
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
[[ $days =~ ^[0-9]{1,4}$ ]] || die 2 "--days takes a whole number of days, not '$days'"
days=$((10#$days))
case $outcome in
  succeeded | failed | both) ;;
  *) die 2 "--outcome takes succeeded, failed, both, not '$outcome'" ;;
esac
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
if ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to delete in one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
jobs=$(k get jobs --output json) || die 3 "cannot list the jobs of namespace $namespace"
list=$(jq -nr --argjson days "$days" --arg outcome "$outcome" '
  input | .items[]
  | ([.status.conditions[]? | select(.status == "True" and (.type == "Complete" or .type == "Failed"))] | first) as $ending
  | select($ending != null and .metadata.deletionTimestamp == null)
  | select($outcome == "both" or ($outcome == "failed") == ($ending.type == "Failed"))
  | select(now - ($ending.lastTransitionTime | fromdateiso8601) >= $days * 86400)
  | ([.metadata.ownerReferences[]? | select(.controller and .kind != "CronJob") | "\(.kind) \(.name)"] | first) as $owner
  | (if $owner then $owner
     elif (.metadata.labels // {} | keys | any(startswith("kustomize.toolkit.fluxcd.io/") or startswith("helm.toolkit.fluxcd.io/"))) then "Flux"
     elif ((.metadata.labels // {}) + (.metadata.annotations // {}) | has("argocd.argoproj.io/instance") or has("argocd.argoproj.io/tracking-id")) then "Argo CD"
     elif (.metadata.labels // {} | has("objectset.rio.cattle.io/hash")) then "Rancher"
     elif (.metadata.labels // {} | has("app.kubernetes.io/instance")) and (.metadata.ownerReferences // [] | length == 0)
       and (.metadata.annotations // {} | has("meta.helm.sh/release-name") or has("helm.sh/hook") or has("argocd.argoproj.io/hook") | not)
     then "Argo CD (perhaps: label app.kubernetes.io/instance)"
     else "" end) as $keeper
  | "\(.metadata.name)|\(.metadata.uid)|\($ending.type)|\($ending.lastTransitionTime)|\($keeper | gsub("[|[:cntrl:]]"; "?"))"
' <<<"$jobs") || die 3 "the list of jobs is not understood"
ended=()
[[ -z $list ]] || mapfile -t ended <<<"$list"

printf 'context: %s\n' "${context:-not set}"
deleted=0 skipped=0 failed=0 wanted=0
for line in "${ended[@]}"; do
  IFS='|' read -r name uid how when keeper <<<"$line"
  if [[ -n $keeper ]]; then
    printf 'kept by %s, left alone: job %s\n' "$keeper" "$name" >&2
    skipped=$((skipped + 1))
    continue
  fi
  wanted=$((wanted + 1))
  if $dry_run; then
    printf 'would delete: job %s (%s at %s)\n' "$name" "$how" "$when"
    continue
  fi
  # A CronJob or a person may have made a new job of the same name since.
  now=$(k get job "$name" --ignore-not-found --output 'jsonpath={.metadata.uid}') || now=unreadable
  if [[ $now != "$uid" ]]; then
    printf 'changed meanwhile, left alone: job %s\n' "$name" >&2
    skipped=$((skipped + 1))
  elif kubectl --context "$context" delete job "$name" --namespace "$namespace" --ignore-not-found --timeout=60s </dev/null >/dev/null; then
    printf 'deleted: job %s (%s at %s)\n' "$name" "$how" "$when"
    deleted=$((deleted + 1))
  else
    printf 'could not delete: job %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done
if $dry_run; then
  printf '%d jobs would be deleted\n' "$wanted"
  exit 0
fi
printf '%d deleted, %d left alone, %d failed\n' "$deleted" "$skipped" "$failed"
printf 'looked at: jobs with outcome %s that ended %d days ago or earlier\n' "$outcome" "$days"
((failed == 0)) || exit 1
