#!/usr/bin/env bash
# Show how full the volumes behind persistent volume claims are, in space and in inodes, fullest
# first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-volume-claim-usage [--namespace NAME] [--percent N] [--context NAME]

Ask the kubelet of each node how full the volumes are that pods have mounted there. Claims that no
running pod uses are not known to any kubelet, and some storage drivers report nothing: such claims
are named. For a directory of a node, the numbers are those of the whole file system. It needs the
right to get nodes/proxy.

  --namespace NAME  one namespace, or the word all for every one (default all)
  --percent N       only claims that are at least this full (default 0)
  --context NAME    context of the kubeconfig, which says which cluster (default: the current one)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-volume-claim-usage: %s\n' "$2" >&2
  exit "$1"
}

namespace=all percent=0 context=''
while (($# > 0)); do
  case $1 in
    --namespace | --percent | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --namespace) namespace=$2 ;;
        --percent) percent=$2 ;;
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
[[ $percent =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
percent=$((10#$percent))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
command -v jq >/dev/null || die 3 "jq is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

((percent <= 100)) || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
if [[ $namespace != all ]] && ! problem=$(kubectl --context "$context" get namespace "$namespace" --request-timeout=30s --output name 2>&1 >/dev/null </dev/null); then
  # Whoever may not look at namespaces may still be allowed to look into one.
  [[ $problem == *Forbidden* ]] || die 3 "cannot read namespace $namespace: ${problem//[[:cntrl:]]/ }"
fi
nodes=$(kubectl --context "$context" get nodes --request-timeout=30s --output name </dev/null) || die 3 "cannot list the nodes"
[[ -n $nodes ]] || die 3 "the cluster has no nodes"

all='' failed=0 asked=0 root=''
[[ ! $(kubectl --context "$context" config view --minify --output 'jsonpath={.clusters[0].cluster.server}' 2>/dev/null </dev/null) =~ ^https?://[^/]+(/.*[^/])/*$ ]] || root=${BASH_REMATCH[1]}
# kubectl below 1.34 leaves the path of the server's address, which names the cluster (Rancher), out of --raw. Its log tells what it asks.
[[ -z $root || $(kubectl --context "$context" --vmodule=round_trippers=6 get --raw /version --request-timeout=20s 2>&1 >/dev/null </dev/null) =~ ("$root")?/version ]] || die 3 "the server's address in the kubeconfig has a path, and whether this kubectl asks there is not known, so another cluster could be asked: use kubectl 1.34 or later"
[[ -z ${BASH_REMATCH[1]-} ]] || root=''
while read -r node; do
  asked=$((asked + 1))
  if summary=$(kubectl --context "$context" get --raw "$root/api/v1/nodes/${node#node/}/proxy/stats/summary" --request-timeout=20s 2>/dev/null </dev/null); then
    all+=$summary$'\n'
  else
    printf 'warning: no numbers from %s (is it down, or may you not get nodes/proxy?)\n' "$node" >&2
    failed=$((failed + 1))
  fi
done <<<"$nodes"
((failed < asked)) || die 3 "no node tells its numbers"

if [[ $namespace == all ]]; then
  scope=(--all-namespaces)
else
  scope=(--namespace "$namespace")
fi
bound=$(kubectl --context "$context" get persistentvolumeclaims "${scope[@]}" --request-timeout=30s --output \
  'jsonpath={range .items[?(@.status.phase=="Bound")]}{.metadata.namespace}/{.metadata.name}{"\n"}{end}' </dev/null 2>/dev/null) || bound='?'
jq -nr --arg namespace "$namespace" --argjson percent "$percent" --rawfile bound <(printf '%s' "$bound") '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def gibibytes: . / 1073741824 * 10 | floor / 10;
  [inputs | .pods[]? | .podRef.name as $pod | .volume[]? | select(.pvcRef and (.capacityBytes // 0) > 0)
    | select($namespace == "all" or .pvcRef.namespace == $namespace)
    | {claim: "\(.pvcRef.namespace)/\(.pvcRef.name)", pod: $pod, capacity: .capacityBytes, used: (.usedBytes // 0), free: (.availableBytes // 0),
       share: (100 - ((.availableBytes // 0) * 100 / .capacityBytes) | ceil),
       inodes: (if (.inodes // 0) > 0 then ((.inodesUsed // 0) * 100 / .inodes | floor) else null end)}]
  | unique_by(.claim) as $claims
  | [$claims[] | select(.share >= $percent or (.inodes // 0) >= $percent)]
  | (sort_by(-([.share, .inodes // 0] | max), .claim)[] |
      "\(.share)%  \(.claim | clean): \(.free | gibibytes) of \(.capacity | gibibytes) GiB left, inodes \(if .inodes then "\(.inodes)%" else "unknown" end), in pod \(.pod | clean)"),
    (if $bound == "?" then "which claims tell no numbers is not known, for you may not list them"
     else [$bound | split("\n")[] | select(. != "")] - [$claims[].claim] | select(. != [])
       | "no numbers of \(length) claims (not mounted, or the driver tells none): \(.[0:30] | join(", ") | clean)\(if length > 30 then ", ..." else "" end)" end),
    "\(length) of \($claims | length) mounted claims are at least \($percent)% full"
' <<<"$all" || die 1 "what the nodes say is not understood"
((failed == 0)) || printf 'incomplete: %d of %d nodes did not answer\n' "$failed" "$asked"
