#!/usr/bin/env bash
# Restarts every failed service unit and says how each of them ended.
set -euo pipefail

listed=$(systemctl list-units --type=service --state=failed --no-legend --plain --no-pager) || {
  printf 'error: systemd cannot be asked for its failed units\n' >&2
  exit 2
}

status=0
while read -r unit _; do
  [[ -n $unit ]] || continue
  if systemctl restart -- "$unit" && systemctl is-active --quiet -- "$unit"; then
    printf 'restarted %s\n' "$unit"
  else
    printf 'still failed %s\n' "$unit"
    status=1
  fi
done <<<"$listed"
exit "$status"
