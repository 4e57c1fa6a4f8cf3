#!/usr/bin/env bash
# Counts the errors in the journal by unit.
set -euo pipefail

if (($# != 2)) || [[ ! $2 =~ ^[1-9][0-9]{0,8}$ ]]; then
  printf 'usage: %s SINCE N\n' "${0##*/}" >&2
  exit 2
fi
since=$1 most=$2

entries=$(journalctl --quiet --no-pager --since="$since" --priority=err --output=json) || {
  printf 'error: the journal cannot be read\n' >&2
  exit 1
}
units=$(jq -r '._SYSTEMD_UNIT // "-"' <<<"$entries") || {
  printf 'error: journalctl gave something else than JSON\n' >&2
  exit 1
}
[[ -n $units ]] || exit 0
LC_ALL=C sort <<<"$units" | uniq -c | LC_ALL=C sort -k1,1nr -k2,2 | awk -v most="$most" 'NR <= most { print $1, $2 }'
