#!/usr/bin/env bash
# List the images of all containers of Kubernetes pods, with how many containers use each and in
# which workloads.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-container-images [--namespace NAME] [--context NAME]

List every image that a pod names, init and debug containers included, with the number of containers and the
workloads. Images without a tag or with the tag latest are marked, for nobody can say what they
hold. Finished pods are left out, so what only a CronJob or a workload without pods names is not
listed, which is said.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-container-images: %s\n' "$2" >&2
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

# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def floating: (test("@sha256:") | not) and ((split("/") | last | test(":") | not) or test(":latest$"));
  input | [.items[] | select(.status.phase != "Succeeded" and .status.phase != "Failed")
    | .metadata.namespace as $namespace
    | (([.metadata.ownerReferences[]? | select(.controller) | "\(.kind)/\(.name)"] | first) // "Pod/\(.metadata.name)") as $owner
    | (.spec.containers[], .spec.initContainers[]?, .spec.ephemeralContainers[]?)
    | {image, where: "\($namespace)/\($owner)"}] as $list
  | ($list | group_by(.image)[] |
      "\(.[0].image | clean)  x\(length)\(if .[0].image | floating then "  NO FIXED TAG" else "" end)",
      "  \(map(.where) | unique | .[0:20] | join(", ") | clean)\(if (map(.where) | unique | length) > 20 then ", and \((map(.where) | unique | length) - 20) more" else "" end)"),
    "\($list | map(.image) | unique | length) images in \($list | length) containers",
    "not among them: what only CronJobs between their runs, finished pods, and workloads scaled to 0 use"
') || die 3 "cannot list the pods (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
