#!/usr/bin/env bash
# Brings a new image into a deployment, and goes back when it does not come up.
set -euo pipefail

if (($# != 4)); then
  printf 'usage: %s NAMESPACE DEPLOYMENT CONTAINER IMAGE\n' "${0##*/}" >&2
  exit 2
fi
namespace=$1 deployment=$2 container=$3 image=$4

described=$(kubectl get deployment "$deployment" --namespace "$namespace" -o json) || exit 2
present=$(jq -r --arg name "$container" '.spec.template.spec.containers[] | select(.name == $name) | .image' <<<"$described")
if [[ -z $present ]]; then
  printf 'error: %s/%s has no container %s\n' "$namespace" "$deployment" "$container" >&2
  exit 2
fi
if [[ $present == "$image" ]]; then
  printf 'unchanged\n'
  exit 0
fi

kubectl set image "deployment/$deployment" "$container=$image" --namespace "$namespace" >&2 || exit 2
if kubectl rollout status "deployment/$deployment" --namespace "$namespace" --timeout=120s >&2; then
  printf 'deployed\n'
  exit 0
fi
if kubectl rollout undo "deployment/$deployment" --namespace "$namespace" >&2; then
  printf 'rolled back\n'
  exit 1
fi
printf 'rollback failed\n'
exit 3
