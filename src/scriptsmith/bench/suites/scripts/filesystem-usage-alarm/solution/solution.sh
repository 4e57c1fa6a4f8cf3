#!/usr/bin/env bash
# Tells which mounted file systems are as full as the limit, or fuller.
set -euo pipefail

if (($# != 1)) || [[ ! $1 =~ ^[0-9]{1,3}$ ]] || ((10#$1 < 1 || 10#$1 > 100)); then
  printf 'usage: %s LIMIT   (a percentage from 1 to 100)\n' "${0##*/}" >&2
  exit 2
fi
limit=$((10#$1))

status=0
listed=$(df --output=pcent,target -x tmpfs -x devtmpfs -x squashfs -x overlay) || status=3

while read -r percent mountpoint; do
  [[ $percent =~ ^[0-9]+%$ ]] || continue # the heading, and file systems that have no size
  if ((${percent%\%} >= limit)); then
    printf '%s %s\n' "$percent" "$mountpoint"
    ((status == 3)) || status=1
  fi
done <<<"$listed"
exit "$status"
