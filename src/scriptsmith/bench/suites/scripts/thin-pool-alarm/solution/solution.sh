#!/usr/bin/env bash
# Tells which LVM thin pools are as full as the limit, or fuller, in data or metadata.
set -euo pipefail

if (($# != 1)) || [[ ! $1 =~ ^[0-9]{1,3}$ ]] || ((10#$1 < 1 || 10#$1 > 100)); then
  printf 'usage: %s LIMIT   (a percentage from 1 to 100)\n' "${0##*/}" >&2
  exit 2
fi
limit=$((10#$1))

volumes=$(lvs --noheadings --separator '|' -o vg_name,lv_name,lv_attr,data_percent,metadata_percent) || {
  printf 'error: lvs failed\n' >&2
  exit 3
}

full=$(awk -F '|' -v limit="$limit" '
  { gsub(/[ \t]/, "") }
  substr($3, 1, 1) == "t" && ($4 + 0 >= limit || $5 + 0 >= limit) { print $1 "/" $2, $4, $5 }' <<<"$volumes")
[[ -n $full ]] || exit 0
printf '%s\n' "$full"
exit 1
