#!/usr/bin/env bash
# Show for each Kubernetes node what its pods request of CPU, memory and places, against what it can
# give.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-node-allocation [--context NAME]

List each node with the CPU and memory that its pods request, in absolute numbers and in percent
of what the node can give to pods, and how many pods it holds. The scheduler goes by these
numbers, not by what is really used. The node with the most free memory comes first, one that is not
Ready last; cordoned nodes, and taints that keep pods away, are marked.

  --context NAME  context of the kubeconfig, which says which cluster (default: the current one)
  --help          show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-node-allocation: %s\n' "$2" >&2
  exit "$1"
}

context=''
while (($# > 0)); do
  case $1 in
    --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      context=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

nodes=$(kubectl --context "$context" get nodes --request-timeout=30s --output json </dev/null) || die 3 "cannot list the nodes"
[[ -n $nodes ]] || die 3 "kubectl printed no list of nodes"
# On a list that it may not see, kubectl prints an empty one and fails: nothing is said before all is read.
report=$({
  printf '%s\n' "$nodes"
  kubectl --context "$context" get pods --all-namespaces --field-selector 'status.phase!=Succeeded,status.phase!=Failed' --request-timeout=60s --output json </dev/null
} | jq -nr '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def number: if . == null then 0 else (tostring | . as $text | capture("^(?<n>[0-9.]+([eE][-+]?[0-9]+)?)(?<u>[A-Za-z]*)$") // error("the quantity \($text) is not understood")
    | (.n | tonumber) * ({"": 1, n: 0.000000001, u: 0.000001, m: 0.001, k: 1000, M: 1000000, G: 1e9, T: 1e12, P: 1e15, E: 1e18,
        Ki: 1024, Mi: 1048576, Gi: 1073741824, Ti: 1099511627776, Pi: 1125899906842624, Ei: 1152921504606846976}[.u] // error("the unit of \($text) is not known"))) end;
  def sum(f): map(f) | add // 0;
  # The init containers run one after the other, before the rest; those that always restart go on beside all that follow.
  # What is requested for the pod as a whole, which newer clusters know, counts instead.
  def asked($what): ([.spec.containers[] | .resources.requests[$what] | number] | add // 0) as $together
    | (reduce .spec.initContainers[]? as $it ({beside: 0, most: 0}; ($it.resources.requests[$what] | number) as $n
        | if $it.restartPolicy == "Always" then .beside += $n | .most = ([.most, .beside] | max)
          else .most = ([.most, .beside + $n] | max) end)) as $first
    | (if .spec.resources.requests[$what] then .spec.resources.requests[$what] | number
       else [$together + $first.beside, $first.most] | max end) + (.spec.overhead[$what] | number);
  def percent($of): if $of > 0 then . * 100 / $of | floor else 0 end;
  def mebibytes: . / 1048576 | floor;
  [inputs] as [$nodes, $pods]
  | ($pods.items | group_by(.spec.nodeName) | map({key: (.[0].spec.nodeName // ""), value: {cpu: sum(asked("cpu")), memory: sum(asked("memory")), pods: length}}) | from_entries) as $load
  | [$nodes.items[] | .status.allocatable as $can | ($load[.metadata.name] // {cpu: 0, memory: 0, pods: 0}) as $has
      | {name: .metadata.name, has: $has, cpu: ($can.cpu | number), memory: ($can.memory | number), pods: ($can.pods | number), cordoned: (.spec.unschedulable // false),
         dead: ([.status.conditions[]? | select(.type == "Ready" and .status == "True")] == []),
         taints: [.spec.taints[]? | select(.effect != "PreferNoSchedule" and (.key | test("^node[.]kubernetes[.]io/(not-ready|unreachable|unschedulable)$") | not)) | .key]}]
  | (sort_by(.dead, .has.memory - .memory)[] |
      "\(.name | clean): memory \(.has.memory | mebibytes) of \(.memory | mebibytes) MiB (\(.memory as $all | .has.memory | percent($all))%), cpu \(.has.cpu * 1000 | round)m of \(.cpu * 1000 | round)m (\(.cpu as $all | .has.cpu | percent($all))%), pods \(.has.pods) of \(.pods)\(if .cordoned then "  CORDONED" else "" end)\(if .dead then "  NOT READY" else "" end)\(if .taints != [] then "  TAINTED \(.taints | join(" ") | clean)" else "" end)"),
    "\(length) nodes, \($load[""].pods // 0) pods without a node"
') || die 3 "cannot list the pods (may you see them?)"
printf '%s\n' "$report"
