#!/usr/bin/env bash
# Brings a changed nginx configuration into effect without an outage.
set -euo pipefail

unit=nginx.service

if ! said=$(nginx -t 2>&1); then
  printf '%s\n' "$said" >&2
  exit 1
fi

if systemctl is-active --quiet "$unit"; then
  verb=reload word=reloaded
else
  verb=start word=started
fi
if ! systemctl "$verb" "$unit"; then
  printf 'error: cannot %s %s\n' "$verb" "$unit" >&2
  exit 2
fi
if ! systemctl is-active --quiet "$unit"; then
  printf 'error: %s is not active\n' "$unit" >&2
  exit 2
fi
printf '%s\n' "$word"
