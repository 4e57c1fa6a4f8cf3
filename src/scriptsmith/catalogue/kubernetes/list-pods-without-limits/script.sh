#!/usr/bin/env bash
# List the containers of living Kubernetes pods that have no memory limit, no CPU limit, or neither.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-pods-without-limits [--namespace NAME] [--resource memory|cpu|any] [--context NAME]

List each container without the limit in question, of pods that run or wait, grouped by the
controller of the pod, with what it requests. A memory limit is the one that protects a node. A
limit of the whole pod counts too; what a LimitRange sets is in the pod already. Containers of
deployments and stateful sets with 0 replicas and of cron jobs are listed, too. Init containers
are left out, which is said, except those that run beside the others (sidecars).

  --namespace NAME           one namespace, or the word all for every one (default all)
  --resource memory|cpu|any  which limit must be there; any lists a container that lacks either
                             (default memory)
  --context NAME             context of the kubeconfig, which says which cluster (default: the
                             current one)
  --help                     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-pods-without-limits: %s\n' "$2" >&2
  exit "$1"
}

namespace=all resource=memory context=''
while (($# > 0)); do
  case $1 in
    --namespace | --resource | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --resource) resource=$2 ;;
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
case $resource in
  memory | cpu | any) ;;
  *) die 2 "--resource takes memory, cpu, any, not '$resource'" ;;
esac
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

# What has no pods at the moment is in these.
resting=$(kubectl --context "$context" get deployments.apps,statefulsets.apps,cronjobs "${scope[@]}" --request-timeout=30s --output json 2>/dev/null </dev/null) || resting=''
# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$(kubectl --context "$context" get pods "${scope[@]}" --request-timeout=30s --output json </dev/null | jq -nr --slurpfile resting <(printf '%s' "$resting") --arg resource "$resource" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  input | ([.items[] | select(.status.phase == "Running" or .status.phase == "Pending")]
    + [$resting[].items[] | select(.kind == "CronJob" or .spec.replicas == 0) | .metadata.ownerReferences = [{controller: true, kind, name: .metadata.name}]
      | {metadata, spec: (.spec.jobTemplate // .).spec.template.spec, resting: true}]) as $pods
  | [$pods[]
      | . as $pod | .metadata.namespace as $namespace
      | (([.metadata.ownerReferences[]? | select(.controller) | "\(.kind)/\(.name)"] | first) // "Pod/\(.metadata.name)") as $owner
      | .spec.resources.limits as $whole
      | (.spec.containers[], (.spec.initContainers[]? | select(.restartPolicy == "Always")))
      | . as $container
      | {resting: $pod.resting, key: "\($namespace)/\($owner), container \(.name)", requests: (.resources.requests // {}),
         lacks: [["memory", "cpu"][] | select($container.resources.limits[.] == null and $whole[.] == null)]}] as $all
  | [$all[] | . + {missing: [.lacks[] | select($resource == "any" or $resource == .)]} | select(.missing != [])] as $list
  | ($list | group_by(.key)[] |
      "no \(.[0].missing | join(" and no ")) limit: \(.[0].key | clean) in \(map(select(.resting | not)) | length) pods (requests memory \(.[0].requests.memory // "none"), cpu \(.[0].requests.cpu // "none"))"),
    "\($list | length) of \($all | length) containers lack \({memory: "a memory limit", cpu: "a CPU limit", any: "a memory or CPU limit"}[$resource]); init containers that end before the others start are not among them",
    "without a memory limit: \([$all[] | select(.lacks | index("memory"))] | length), without a CPU limit: \([$all[] | select(.lacks | index("cpu"))] | length)",
    (if $resting == [] then "not looked at, for they could not be listed: deployments and stateful sets with 0 replicas, cron jobs"
     elif any($list[]; .resting) then "in 0 pods: cron jobs, and what has 0 replicas; a LimitRange may set the limit when a pod of theirs starts" else empty end)
') || die 3 "cannot list the pods (is the cluster within reach, and may you see them?)"
printf '%s\n' "$report"
