#!/usr/bin/env bash
# Create a job from the template of a Kubernetes CronJob now, and on request wait for its end.
#
# Undo: kubectl delete job NAME, as it prints, stops the job and removes its pods; what it has done
# by then is done.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: run-cron-job-now --cron-job NAME [--namespace NAME] [--timeout N] [--context NAME] [--dry-run]

Create one job from the template of a CronJob, whether or not it is suspended. Refused while a job
of the CronJob still runs, when its concurrency policy forbids that two run at a time; the other way round
the schedule does not wait for a job that was started by hand, which is told. Each run of
this starts another job: look first whether one is at work already. With --timeout the exit status
tells whether the job succeeded.

  --cron-job NAME   name of the CronJob
  --namespace NAME  namespace it lives in (default: the context's)
  --timeout N       how long to wait for its end, in seconds; 0 does not wait (default 0)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'run-cron-job-now: %s\n' "$2" >&2
  exit "$1"
}

cron_job='' namespace='' timeout=0 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --cron-job | --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --cron-job) cron_job=$2 ;;
        --namespace) namespace=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $cron_job ]] || die 2 "--cron-job is required (see --help)"
[[ $cron_job =~ ^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$ ]] || die 2 "--cron-job takes the name of a CronJob, not '$cron_job'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^[0-9]{1,5}$ ]] || die 2 "--timeout takes a whole number of seconds, not '$timeout'"
timeout=$((10#$timeout))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''
[[ -n $namespace ]] || namespace=$(kubectl --context "$context" config view --minify --output 'jsonpath={.contexts[0].context.namespace}' 2>/dev/null </dev/null) || namespace=''
namespace=${namespace:-default}

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
line=$(k get "cronjob/$cron_job" --output 'jsonpath={.metadata.uid}|{.spec.concurrencyPolicy}|{.spec.suspend}|{.spec.schedule}') || die 3 "cannot read CronJob $cron_job in namespace $namespace"
IFS='|' read -r uid policy suspended schedule <<<"$line"
# A job started by hand is not among the active ones of the CronJob's status, so the jobs are asked. One without a pod
# at this moment may wait to try again: only a condition says that it has ended.
jobs=$(k get jobs --output 'jsonpath={range .items[*]}{.metadata.ownerReferences[*].uid}|{.metadata.name}|{.status.conditions[?(@.status=="True")].type}{"\n"}{end}') ||
  die 3 "cannot list the jobs of namespace $namespace"
running=''
while IFS='|' read -r owners name conditions; do
  [[ " $owners " != *" $uid "* || " $conditions " == *' Complete '* || " $conditions " == *' Failed '* ]] || running+=" $name"
done <<<"$jobs"
printf 'context: %s\n' "${context:-not set}"
if [[ -n $running ]]; then
  [[ $policy == Allow ]] || die 3 "refused: still running:$running (concurrency policy ${policy:-unknown})"
  printf 'warning: still running:%s\n' "$running" >&2
fi
[[ $policy == Allow || $suspended == true ]] ||
  printf 'note: the schedule (%s) does not wait for this job, though the policy is %s: suspend the CronJob if it may still run then\n' "$schedule" "$policy"

job=${cron_job:0:44}
while [[ $job == *[-.] ]]; do job=${job%?}; done
job=$job-manual-$(date +%s)
if $dry_run; then
  printf 'would start: job %s of CronJob %s in namespace %s\n' "$job" "$cron_job" "$namespace"
  exit 0
fi
kubectl --context "$context" create job "$job" --from="cronjob/$cron_job" --namespace "$namespace" --request-timeout=30s </dev/null || die 1 "could not create job $job"
created=$(k get "job/$job" --output name) || die 1 "cannot read job $job after creating it"
printf 'started: %s in namespace %s; its logs: kubectl logs --namespace %s job/%s%s\n' "$created" "$namespace" "$namespace" "$job" "${context:+ --context ${context@Q}}"
printf 'to stop and remove it: kubectl delete job %s --namespace %s%s\n' "$job" "$namespace" "${context:+ --context ${context@Q}}"
if ((timeout == 0)); then
  printf 'note: whether its pod comes up was not looked at (kubectl describe job tells)\n'
  exit 0
fi

for ((left = timeout; ; left -= pause)); do
  state=$(k get "job/$job" --output 'jsonpath={.status.conditions[?(@.type=="Complete")].status}|{.status.conditions[?(@.type=="Failed")].status}|{.status.conditions[?(@.type=="Failed")].reason}' --ignore-not-found) || state='||'
  case $state in
    '') die 1 "job $job is gone (its CronJob keeps none, or somebody deleted it): whether it succeeded is not known" ;;
    True*)
      printf 'succeeded: job %s\n' "$job"
      exit 0
      ;;
    '|True|'*) die 1 "job $job failed: ${state##*|}" ;;
  esac
  ((left > 0)) || break
  pause=$((left < 5 ? left : 5))
  sleep "$pause"
done
die 1 "job $job has not ended within $timeout s; it goes on running"
