#!/usr/bin/env bash
# Show the last log lines of a Kubernetes pod, container by container.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-pod-logs --pod NAME [--namespace NAME] [--lines N] [--container NAME]
       [--instance current|previous] [--context NAME]

Print the state of a pod and the last lines of the log of each of its containers, init containers
first, those for debugging last. Control characters are shown as ?. With --instance previous the
log is that of the container before its last restart, which tells why it crashed.

  --pod NAME                   name of the pod
  --namespace NAME             namespace it lives in (default: the context's)
  --lines N                    how many lines of each container (default 100)
  --container NAME             name of one container, or the word all (default all)
  --instance current|previous  the running containers or those before the last restart (default
                               current)
  --context NAME               context of the kubeconfig, which says which cluster (default: the
                               current one)
  --help                       show this text

Exit status: 0 done, 1 no log could be read, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-pod-logs: %s\n' "$2" >&2
  exit "$1"
}

pod='' namespace='' lines=100 container=all instance=current context=''
while (($# > 0)); do
  case $1 in
    --pod | --namespace | --lines | --container | --instance | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pod) pod=$2 ;;
        --namespace) namespace=$2 ;;
        --lines) lines=$2 ;;
        --container) container=$2 ;;
        --instance) instance=$2 ;;
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

[[ -n $pod ]] || die 2 "--pod is required (see --help)"
[[ $pod =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || die 2 "--pod takes the name of a pod, not '$pod'"
[[ -z $namespace || $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $lines =~ ^0*[1-9][0-9]{0,6}$ ]] || die 2 "--lines takes a whole number above 0, not '$lines'"
[[ $container =~ ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$ ]] || die 2 "--container takes the name of a container, not '$container'"
[[ $instance == current || $instance == previous ]] || die 2 "--instance takes current or previous, not '$instance'"
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
names=$(k get pod "$pod" --output 'jsonpath={range .spec.initContainers[*]}{.name}{"\n"}{end}{range .spec.containers[*]}{.name}{"\n"}{end}{range .spec.ephemeralContainers[*]}{.name}{"\n"}{end}') ||
  die 3 "cannot read pod $pod in namespace $namespace"
mapfile -t containers <<<"$names"
if [[ $container != all ]]; then
  grep -qxF -e "$container" <<<"$names" || die 3 "pod $pod has no container $container; it has: ${names//$'\n'/ }"
  containers=("$container")
fi

k get pod "$pod" --output wide || true
options=(--tail="$((10#$lines))" --timestamps=true)
[[ $instance == current ]] || options+=(--previous)

shown=0
for name in "${containers[@]}"; do
  [[ -n $name ]] || continue
  printf '\n==> %s, %s <==\n' "$name" "$instance"
  # A container that has not started, or never restarted, has no such log.
  if k logs "$pod" --container "$name" "${options[@]}" | LC_ALL=C tr '\000-\010\013-\037\177' '[?*]'; then
    shown=$((shown + 1))
  fi
done
((shown > 0)) || die 1 "no log of pod $pod could be read"
