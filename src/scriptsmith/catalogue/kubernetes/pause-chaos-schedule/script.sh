#!/usr/bin/env bash
# Pause a Chaos Mesh schedule with the annotation experiment.chaos-mesh.org/pause=true.
#
# Undo: kubectl annotate schedules.chaos-mesh.org/NAME experiment.chaos-mesh.org/pause- (a minus
# at the end), as it prints with namespace and context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: pause-chaos-schedule --schedule NAME [--namespace NAME] [--context NAME] [--dry-run]

Pause a schedule of Chaos Mesh. The schedule itself is kept. Experiments that it has started, which
Chaos Mesh pauses as well, are waited for (20 seconds) and listed at the end, with a warning for those
whose faults are not taken back, as its condition AllRecovered says: that an experiment is paused does not
mean it. What a schedule of workflows has started is not looked at.

  --schedule NAME   name of the Chaos Mesh schedule
  --namespace NAME  namespace it lives in (default: the context's)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'pause-chaos-schedule: %s\n' "$2" >&2
  exit "$1"
}

schedule='' namespace='' context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --schedule | --namespace | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --schedule) schedule=$2 ;;
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

[[ -n $schedule ]] || die 2 "--schedule is required (see --help)"
[[ $schedule =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--schedule takes the name of a schedule, not '$schedule'"
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
paused() {
  k get "schedules.chaos-mesh.org/$schedule" --output 'jsonpath={.metadata.annotations.experiment\.chaos-mesh\.org/pause}'
}

before=$(paused) || die 3 "cannot read schedule $schedule in namespace $namespace"
kind=$(k get "schedules.chaos-mesh.org/$schedule" --output 'jsonpath={.spec.type}') || kind=''
printf 'context: %s\n' "${context:-not set}"

looks=1 # two seconds apart, at what it has started
if [[ $before == true ]]; then
  printf 'nothing to change: schedule %s is paused already\n' "$schedule"
elif $dry_run; then
  printf 'would pause: schedule %s (%s) in namespace %s\n' "$schedule" "${kind:-unknown kind}" "$namespace"
  exit 0
else
  k annotate --overwrite "schedules.chaos-mesh.org/$schedule" experiment.chaos-mesh.org/pause=true ||
    die 1 "could not annotate schedule $schedule"
  after=$(paused) || die 1 "cannot read schedule $schedule after annotating it"
  [[ $after == true ]] || die 1 "schedule $schedule is not paused"
  looks=10 # Chaos Mesh pauses that a moment later
  printf 'paused: schedule %s (%s) in namespace %s\n' "$schedule" "${kind:-unknown kind}" "$namespace"
  printf 'undo: kubectl annotate schedules.chaos-mesh.org/%s --namespace %s%s experiment.chaos-mesh.org/pause-\n' "$schedule" "$namespace" "${context:+ --context ${context@Q}}"
fi

# What it has started, best effort. Workflows are a kind of their own and not looked into.
started() { # sets $list to the objects of this schedule, a line each, and $going to those whose faults may go on
  local all owner name paused over selected action
  known='' list='' going=''
  all=$(k get "${kind,,}.chaos-mesh.org" --output \
    'jsonpath={range .items[*]}{.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name}|{.metadata.name}|{.status.conditions[?(@.type=="Paused")].status}|{.status.conditions[?(@.type=="AllRecovered")].status}|{.status.conditions[?(@.type=="Selected")].status}|{.spec.action}{"\n"}{end}') || return 1
  known=yes
  while IFS='|' read -r owner name paused over selected action; do
    [[ -n $name && $owner == "Schedule/$schedule" ]] || continue
    # Paused only repeats the annotation. What kills is over at once, and without a target there is no fault.
    if [[ $over == True || $selected == False || $action =~ ^(pod-kill|container-kill|ec2-restart|node-reset|vm-restart)$ ]]; then over=', its faults are over'; else over='' going+=" $name"; fi
    list+=$'\n'"  $name (paused: ${paused:-unknown}$over)"
  done < <(printf '%s\n' "$all")
}
if [[ $kind =~ ^[A-Z][A-Za-z]+Chaos$ ]]; then
  while started && [[ -n $going ]] && ((--looks > 0)); do sleep 2; done
  if [[ -n $known ]]; then
    printf '%s objects of this schedule:%s\n' "$kind" "${list:- none}"
    for name in $going; do
      printf 'warning: %s may go on with its faults: kubectl describe %s/%s --namespace %s%s tells what failed; kubectl delete ends them where the chaos daemon can\n' "$name" "${kind,,}.chaos-mesh.org" "$name" "$namespace" "${context:+ --context ${context@Q}}" >&2
    done
  else
    printf 'warning: what it has started could not be listed, and may go on\n' >&2
  fi
else
  printf 'warning: what a schedule of kind %s has started is not looked at, and may go on\n' "${kind:-unknown}" >&2
fi
