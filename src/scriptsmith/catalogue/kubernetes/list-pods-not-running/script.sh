#!/usr/bin/env bash
# List the Kubernetes pods that neither run with all containers ready nor have completed.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-pods-not-running [--namespace NAME] [--context NAME]

List pods whose status is not Running or Completed (Pending, CrashLoopBackOff, ImagePullBackOff,
Evicted, Terminating...), and running ones with a container that is not ready. The last line
counts them.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-pods-not-running: %s\n' "$2" >&2
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
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

scope=(--namespace "$namespace")
[[ $namespace != all ]] || scope=(--all-namespaces)

# Without the NAMESPACE column that --all-namespaces adds, the fields would shift by one.
list=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --no-headers --output wide </dev/null) ||
  die 3 "cannot list pods (is the cluster within reach, and may you see them?)"

awk -v every="$([[ $namespace == all ]] && echo 1 || echo 0)" -v namespace="$namespace" '
  NF == 0 { next }
  {
    pod = every ? $1 "/" $2 : namespace "/" $1
    ready = every ? $3 : $2
    state = every ? $4 : $3
    total++
    split(ready, part, "/")
    if (state == "Completed" || state == "Succeeded") next
    if (state == "Running" && part[1] == part[2]) next
    kinds[state == "Running" ? "not ready" : state]++
    bad++
    if (bad == 1) printf "%-60s %-7s %s\n", "POD", "READY", "STATUS"
    printf "%-60s %-7s %s\n", pod, ready, state
  }
  END {
    printf "%d of %d pods are not running or not ready", bad, total
    for (kind in kinds) printf "%s%s: %d", (n++ ? ", " : " ("), kind, kinds[kind]
    print (n ? ")" : "")
  }' <<<"$list"
