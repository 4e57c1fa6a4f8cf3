#!/usr/bin/env bash
# Restarts every running container whose health check says unhealthy.
set -euo pipefail

names=$(docker ps --filter health=unhealthy --filter status=running --format '{{.Names}}') || {
  printf 'error: Docker cannot be asked for its containers\n' >&2
  exit 2
}

status=0
while IFS= read -r name; do
  [[ -n $name ]] || continue
  if docker restart "$name" >/dev/null; then
    printf 'restarted %s\n' "$name"
  else
    printf 'failed %s\n' "$name"
    status=1
  fi
done <<<"$names"
exit "$status"
