#!/usr/bin/env bash
# Makes sure that the services named as arguments are active and enabled.
set -euo pipefail

if (($# == 0)); then
  printf 'usage: %s SERVICE...\n' "${0##*/}" >&2
  exit 2
fi

ensure() {
  local name=$1
  systemctl is-active --quiet -- "$name" || systemctl start -- "$name" || return 1
  systemctl is-enabled --quiet -- "$name" || systemctl enable --quiet -- "$name" || return 1
  systemctl is-active --quiet -- "$name" && systemctl is-enabled --quiet -- "$name"
}

status=0
for service in "$@"; do
  if ensure "$service"; then
    printf '%s ok\n' "$service"
  else
    printf '%s failed\n' "$service"
    status=1
  fi
done
exit "$status"
