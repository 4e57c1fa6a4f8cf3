#!/usr/bin/env bash
# Restart every deployment of one Kubernetes namespace, each by its own rollout strategy, and wait
# for them all.
#
# Undo: not needed, pod templates stay the same but for a time stamp; a deployment whose new pods
# fail: kubectl rollout undo, as it prints, with namespace and context.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restart-all-deployments --namespace NAME [--timeout N] [--context NAME] [--dry-run]

Restart all the deployments of a namespace at once and wait until each rollout is complete. Paused
deployments and those scaled to 0 are left alone. The namespaces of the cluster itself (kube-system,
openshift-* and their like) are refused: restart what you need there one by one. Stateful sets and daemon
sets are no deployments: how many there are is told, and they are left alone.

A deployment whose strategy is Recreate is down while its pods are replaced; --dry-run marks
those.

  --namespace NAME  namespace whose deployments are restarted
  --timeout N       how long to wait for each rollout, in seconds (default 300)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 some rollout failed or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restart-all-deployments: %s\n' "$2" >&2
  exit "$1"
}

namespace='' timeout=300 context='' dry_run=false
while (($# > 0)); do
  case $1 in
    --namespace | --timeout | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
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

[[ -n $namespace ]] || die 2 "--namespace is required (see --help)"
[[ $namespace =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] || die 2 "--namespace takes the name of a namespace, not '$namespace'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
case $namespace in
  kube-system | kube-public | kube-node-lease | openshift | openshift-*) die 3 "$namespace belongs to the cluster itself, it is not restarted as a whole" ;;
esac
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

k() { # VERB ARG...: kubectl in the namespace, giving up on an API server that does not answer
  local verb=$1
  shift
  kubectl --context "$context" "$verb" --namespace "$namespace" --request-timeout=30s "$@" </dev/null
}
restarted_at() { # KIND/NAME: when it was last restarted, as the template of its pods tells
  k get "$1" --output 'jsonpath={.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}'
}

list=$(k get deployments --output \
  'jsonpath={range .items[*]}{.metadata.name}|{.spec.replicas}|{.spec.strategy.type}|{.spec.paused}|{.spec.template.metadata.annotations.kubectl\.kubernetes\.io/restartedAt}{"\n"}{end}') ||
  die 3 "cannot list the deployments of namespace $namespace"
[[ -n $list ]] || die 3 "there is no deployment in namespace $namespace (is its name right?)"
mapfile -t deployments <<<"$list"

printf 'context: %s\n' "${context:-not set}"
for kind in statefulsets daemonsets; do
  if others=$(k get "$kind" --output name); then
    [[ -z $others ]] || printf 'note: %d %s of the namespace are left alone\n' "$(wc -l <<<"$others")" "$kind" >&2
  else
    printf 'note: whether there are %s too is not known\n' "$kind" >&2
  fi
done
started=() skipped=0 failed=0
for line in "${deployments[@]}"; do
  IFS='|' read -r name replicas strategy paused before <<<"$line"
  [[ -n $name ]] || continue
  if [[ ${paused:-} == true || ${replicas:-0} == 0 ]]; then
    printf 'paused or scaled to 0, left alone: %s\n' "$name" >&2
    skipped=$((skipped + 1))
  elif $dry_run; then
    printf 'would restart: %s (%s replicas, %s)\n' "$name" "$replicas" "$strategy"
  elif k rollout restart "deployment/$name"; then
    started+=("$name|$before")
  else
    printf 'could not restart: %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done
! $dry_run || exit 0

rollout() { kubectl --context "$context" rollout status --namespace "$namespace" --timeout="$1s" "deployment/$name" </dev/null; }
waited=()
for line in "${started[@]}"; do
  name=${line%%|*}
  if rollout "$((10#$timeout))"; then
    waited+=("$line")
  else
    printf 'not ready after %d s: %s; back out with: kubectl rollout undo --namespace %s deployment/%s%s\n' \
      "$((10#$timeout))" "$name" "$namespace" "$name" "${context:+ --context ${context@Q}}" >&2
    failed=$((failed + 1))
  fi
done
# Whatever keeps a deployment as a repository has it may have set the restart back meanwhile.
# Without a readiness probe a pod is ready as soon as it starts, and may crash a moment later.
ready=0
((${#waited[@]} == 0)) || sleep 10
for line in "${waited[@]}"; do
  name=${line%%|*}
  after=$(restarted_at "deployment/$name") || after=''
  if [[ -n $after && $after != "${line#*|}" ]] && rollout 5 >/dev/null; then
    ready=$((ready + 1))
  elif [[ -n $after && $after != "${line#*|}" ]]; then
    printf 'ready, and ten seconds later no more: %s; back out with: kubectl rollout undo --namespace %s deployment/%s%s\n' "$name" "$namespace" "$name" "${context:+ --context ${context@Q}}" >&2
    failed=$((failed + 1))
  else
    printf 'something has set the restart back, or it cannot be read any more: %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done

printf '%d restarted, %d left alone, %d failed\n' "$ready" "$skipped" "$failed"
((failed == 0)) || exit 1
