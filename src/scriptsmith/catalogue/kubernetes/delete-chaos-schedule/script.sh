#!/usr/bin/env bash
# Delete a Chaos Mesh schedule, with the experiments it started, after saving its manifest to a
# file.
#
# Undo: kubectl create --filename FILE, as it prints, with the context (the experiments start anew by
# their timetable).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-chaos-schedule --schedule NAME [--namespace NAME] [--backup-directory DIR]
       [--context NAME] [--dry-run]

Delete a schedule of Chaos Mesh. Experiments that it started are removed with it, which ends
their faults: this is waited for, at most two minutes, and failing that they are named; of a schedule
of workflows that is the workflows, and what these started is not looked at. The manifest of the
schedule is saved first, so that it can be made again. When Argo CD, Flux, Helm or an owner keeps it,
as its labels, annotations and owners say, that is told: it may come back. Whether it does is looked
at after five seconds.

  --schedule NAME         name of the Chaos Mesh schedule
  --namespace NAME        namespace it lives in (default: the context's)
  --backup-directory DIR  where its manifest is saved first (default .)
  --context NAME          context of the kubeconfig, which says which cluster (default: the
                          current one)
  --dry-run               say what would be done, change nothing
  --help                  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-chaos-schedule: %s\n' "$2" >&2
  exit "$1"
}

schedule='' namespace='' backup_directory=. context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --schedule | --namespace | --backup-directory | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --schedule) schedule=$2 ;;
        --namespace) namespace=$2 ;;
        --backup-directory) backup_directory=$2 ;;
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

[[ -n $schedule ]] || die 2 "--schedule is required (see --help)"
[[ $schedule =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--schedule takes the name of a schedule, not '$schedule'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $backup_directory == /* || $backup_directory == ./* || $backup_directory == . ]] || backup_directory=./$backup_directory
[[ -d $backup_directory && -w $backup_directory ]] || die 3 "cannot write to directory $backup_directory"
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
target=schedules.chaos-mesh.org/$schedule
found=$(k get "$target" --ignore-not-found --output name) || die 3 "cannot read schedules in namespace $namespace"
printf 'context: %s\n' "${context:-not set}"
if [[ -z $found ]]; then
  # Gone already, or never there: let a wrong name be seen.
  printf 'nothing to delete: there is no schedule %s in namespace %s\n' "$schedule" "$namespace"
  others=$(k get schedules.chaos-mesh.org --output name) || others=''
  [[ -z $others ]] || printf 'schedules there: %s\n' "${others//$'\n'/ }"
  exit 0
fi
facts=$(k get "$target" --output 'jsonpath={.metadata.uid}|{.spec.type}') || die 3 "cannot read schedule $schedule"
IFS='|' read -r uid kind <<<"$facts"
[[ -n $uid && $kind =~ ^[A-Za-z]+$ ]] || die 3 "what kubectl says about schedule $schedule is not understood"
experiments() { # the names of those that it has started, each after a blank
  local list owners name
  list=$(k get "${kind,,}.chaos-mesh.org" --output 'jsonpath={range .items[*]}{.metadata.ownerReferences[*].uid}|{.metadata.name}{"\n"}{end}') || return
  while IFS='|' read -r owners name; do
    [[ " $owners " != *" $uid "* ]] || printf ' %s' "$name"
  done <<<"$list"
}
started=$(experiments) || die 3 "cannot list the experiments ($kind) of schedule $schedule"
keeper=$(keeper_of "$target")
[[ -z $keeper ]] || printf 'warning: %s keeps this schedule and may make it anew; take it out there too\n' "$keeper" >&2
if $dry_run; then
  printf 'would delete: schedule %s in namespace %s; its experiments (%s):%s\n' "$schedule" "$namespace" "$kind" "${started:- none}"
  exit 0
fi

umask 077
backup=$(mktemp --suffix=.yaml -- "$backup_directory/$schedule.$(date +%Y%m%dT%H%M%S).XXXXXX") ||
  die 3 "cannot write to directory $backup_directory"
if ! k get "$target" --output yaml >"$backup" || [[ ! -s $backup ]]; then
  rm -f -- "$backup"
  die 3 "could not save schedule $schedule, so it is not deleted"
fi
printf 'saved: %s\n' "$backup"

kubectl --context "$context" delete "$target" --namespace "$namespace" --timeout=120s </dev/null ||
  die 1 "schedule $schedule is not gone after 120 s (a finalizer may wait for its faults to be recovered)"
gone() { # looks whether the schedule is there again
  local left
  left=$(k get "$target" --ignore-not-found --output name) || die 1 "cannot check that schedule $schedule is gone"
  [[ -z $left ]] || die 1 "schedule $schedule is still there: something makes it anew"
}
gone
# The cluster removes what it started a little later, and Chaos Mesh holds an experiment until its faults are recovered.
for ((left = 120; ; left -= 2)); do
  started=$(experiments) || die 1 "schedule $schedule is gone; whether its experiments ($kind) are cannot be seen"
  [[ -n $started ]] || break
  ((left > 0)) || die 1 "schedule $schedule is gone, but its faults may go on: still there ($kind):$started"
  sleep 2
done
sleep 5 # what makes it anew takes a moment
gone
printf 'deleted: schedule %s in namespace %s, and what it started (%s)\n' "$schedule" "$namespace" "$kind"
printf 'undo: kubectl create --filename %q%s\n' "$backup" "${context:+ --context ${context@Q}}"
