#!/usr/bin/env bash
# Deletes the evicted pods of all namespaces.
set -euo pipefail

pods=$(kubectl get pods --all-namespaces -o json) || {
  printf 'error: the cluster cannot be asked for its pods\n' >&2
  exit 2
}
evicted=$(jq -r '.items[] | select(.status.phase == "Failed" and .status.reason == "Evicted")
                 | "\(.metadata.namespace) \(.metadata.name)"' <<<"$pods")

status=0
while read -r namespace name; do
  [[ -n $name ]] || continue
  if kubectl delete pod --namespace "$namespace" -- "$name" >/dev/null; then
    printf 'deleted %s/%s\n' "$namespace" "$name"
  else
    printf 'error: %s/%s was not deleted\n' "$namespace" "$name" >&2
    status=1
  fi
done <<<"$evicted"
exit "$status"
