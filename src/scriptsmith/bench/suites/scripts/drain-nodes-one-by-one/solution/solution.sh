#!/usr/bin/env bash
# Carries out maintenance on Kubernetes nodes, one after the other.
set -euo pipefail

if (($# != 2)); then
  printf 'usage: %s SELECTOR PROGRAM\n' "${0##*/}" >&2
  exit 2
fi
selector=$1 program=$2
if [[ ! -f $program || ! -x $program ]]; then
  printf 'error: %s is no executable program\n' "$program" >&2
  exit 2
fi
[[ $program == */* ]] || program=./$program

listed=$(kubectl get nodes --selector "$selector" -o json) || exit 3
nodes=$(jq -r '.items[] | "\(.metadata.name) \(.spec.unschedulable // false)"' <<<"$listed" | LC_ALL=C sort)
if [[ -z $nodes ]]; then
  printf 'error: no node has the label %s\n' "$selector" >&2
  exit 3
fi

uncordon() {
  kubectl uncordon "$1" >&2 </dev/null || {
    printf 'error: %s could not be made schedulable again\n' "$1" >&2
    exit 1
  }
}

while read -r node unschedulable; do
  if [[ $unschedulable == true ]]; then
    printf 'skipped %s\n' "$node"
    continue
  fi
  if ! kubectl drain "$node" --ignore-daemonsets --delete-emptydir-data --timeout=120s >&2 </dev/null; then
    printf 'not drained %s\n' "$node"
    uncordon "$node"
    exit 1
  fi
  if ! "$program" "$node" >&2 </dev/null; then
    printf 'maintenance failed %s\n' "$node"
    exit 1
  fi
  uncordon "$node"
  printf 'done %s\n' "$node"
done <<<"$nodes"
