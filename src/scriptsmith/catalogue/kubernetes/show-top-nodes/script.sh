#!/usr/bin/env bash
# Show the CPU and memory use of each Kubernetes node as the metrics server measures it, and mark
# the full ones.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-top-nodes [--sort memory|cpu] [--percent N] [--context NAME]

Show each node with its use of CPU and memory, absolute and in percent of what pods may have
there. Nodes above the given percentage are marked; so are nodes without measurements, which are
often the ones in trouble. What pods have reserved (their requests) is another matter: a node may
be full for the scheduler and idle here.

  --sort memory|cpu  what to sort by (default memory)
  --percent N        mark nodes that use at least this percentage of either (default 85)
  --context NAME     context of the kubeconfig, which says which cluster (default: the current
                     one)
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-top-nodes: %s\n' "$2" >&2
  exit "$1"
}

sort=memory percent=85 context=''
while (($# > 0)); do
  case $1 in
    --sort | --percent | --context)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --sort) sort=$2 ;;
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

case $sort in
  memory | cpu) ;;
  *) die 2 "--sort takes memory, cpu, not '$sort'" ;;
esac
[[ $percent =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
percent=$((10#$percent))
[[ $context != -* && $context != *[[:cntrl:]]* ]] || die 2 "--context takes the name of a context, not '$context'"
command -v kubectl >/dev/null || die 3 "kubectl is not installed"
# One context from beginning to end, even when somebody switches to another meanwhile.
[[ -n $context ]] || context=$(kubectl config current-context 2>/dev/null </dev/null) || context=''

((percent <= 100)) || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
list=$(kubectl --context "$context" top nodes --sort-by="$sort" --no-headers --request-timeout=30s </dev/null) ||
  die 3 "no measurements (is the metrics server running, and may you see nodes?)"
awk -v percent="$percent" '
  NF < 5 { next }
  {
    total++
    mark = ""
    if ($2 ~ /unknown/) { mark = "NO MEASUREMENTS"; blind++ }
    else if ($3 + 0 >= percent || $5 + 0 >= percent) { mark = "FULL"; full++ }
    if (total == 1) printf "%-40s %10s %6s %12s %6s\n", "NODE", "CPU", "", "MEMORY", ""
    printf "%-40s %10s %6s %12s %6s  %s\n", $1, $2, $3, $4, $5, mark
  }
  END {
    if (total == 0) exit 1
    printf "%d nodes: %d at %d%% or more, %d without measurements\n", total, full, percent, blind
  }' <<<"$list" || die 3 "kubectl lists no nodes"
