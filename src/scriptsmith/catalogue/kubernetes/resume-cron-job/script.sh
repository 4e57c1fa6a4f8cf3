#!/usr/bin/env bash
# Resume a suspended Kubernetes CronJob, so that it starts jobs on its schedule again.
#
# Undo: kubectl patch cronjob NAME --type=merge --patch='{"spec":{"suspend":true}}' with the namespace
# and the context, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: resume-cron-job --cron-job NAME [--namespace NAME] [--context NAME] [--dry-run]

Take suspend off a CronJob. Beware: when a start was missed while it was suspended, and
startingDeadlineSeconds does not forbid it, one job is started at once. (Up to Kubernetes 1.20 a
CronJob without it that missed more than 100 starts begins none any more: set it then.) The
schedule, the time zone and the last start are shown first. When an owner, Argo CD, Flux or Helm
keeps the CronJob, that is said.

  --cron-job NAME   name of the CronJob
  --namespace NAME  namespace it lives in (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'resume-cron-job: %s\n' "$2" >&2
  exit "$1"
}

cron_job='' namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --cron-job | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --cron-job) cron_job=$2 ;;
        --namespace) namespace=$2 ;;
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
keeper_of() { # KIND/NAME: what keeps it as it stands elsewhere, as its owner, labels and annotations tell
  local marks owner
  marks=$(k get "$1" --output 'jsonpath={.metadata.ownerReferences[*].kind}|{.metadata.labels} {.metadata.annotations}' 2>/dev/null) || return 0
  owner=${marks%%|*}
  case $marks in
    [A-Za-z]*) printf 'its owner (%s)' "${owner//[^A-Za-z0-9 ]/}" ;;
    *external-secrets.io/*) printf 'External Secrets' ;;
    *cert-manager.io/certificate-name*) printf 'cert-manager' ;;
    *argocd.argoproj.io/*) printf 'Argo CD' ;;
    *toolkit.fluxcd.io/*) printf 'Flux' ;;
    *meta.helm.sh/release-name*) printf 'Helm' ;;
    *app.kubernetes.io/instance*) printf 'Argo CD (perhaps: label app.kubernetes.io/instance)' ;;
  esac
}
state() { k get "cronjob/$cron_job" --output 'jsonpath={.spec.suspend}|{.spec.schedule}|{.spec.timeZone}|{.status.lastScheduleTime}|{.spec.startingDeadlineSeconds}'; }

line=$(state) || die 3 "cannot read CronJob $cron_job in namespace $namespace"
IFS='|' read -r suspended schedule zone last deadline <<<"$line"
printf 'context: %s\n' "${context:-not set}"
printf 'schedule: %s (%s), last started: %s\n' "$schedule" "${zone:-time zone of the controller}" "${last:-never}"
if [[ $suspended != true ]]; then
  printf 'nothing to change: CronJob %s is not suspended\n' "$cron_job"
  exit 0
fi
missed=${deadline:+less than $deadline seconds ago}
printf 'note: a start that was missed %s is made up for at once\n' "${missed:-meanwhile}"
keeper=$(keeper_of "cronjob/$cron_job")
[[ -z $keeper ]] || printf 'warning: %s keeps this CronJob and may suspend it again; change that there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would resume: CronJob %s in namespace %s\n' "$cron_job" "$namespace"
  exit 0
fi
k patch "cronjob/$cron_job" --type=merge --patch='{"spec":{"suspend":false}}' || die 1 "could not resume CronJob $cron_job"
[[ -z $keeper ]] || sleep 8 # time enough for it to be set back
line=$(state) || die 1 "cannot read CronJob $cron_job after the change"
[[ ${line%%|*} != true ]] || die 1 "CronJob $cron_job is still suspended: something sets it back"
printf 'resumed: CronJob %s in namespace %s\n' "$cron_job" "$namespace"
printf "undo: kubectl patch cronjob %s --namespace %s --type=merge --patch='%s'%s\n" "$cron_job" "$namespace" '{"spec":{"suspend":true}}' "${context:+ --context ${context@Q}}"
