#!/usr/bin/env bash
# Tells the memory and the number of the processes of each user, from a saved `ps aux`.
set -euo pipefail

if (($# != 1)); then
  printf 'usage: %s FILE\n' "${0##*/}" >&2
  exit 2
fi
table=$1
if [[ ! -f $table || ! -r $table ]]; then
  printf 'error: cannot read %s\n' "$table" >&2
  exit 2
fi

awk 'NR > 1 && NF >= 6 { kib[$1] += $6; count[$1]++ }
     END { for (user in kib) printf "%.0f %s %d\n", kib[user], user, count[user] }' <"$table" |
  LC_ALL=C sort -k1,1nr -k2,2 |
  awk '{ printf "%s %d %d\n", $2, int($1 / 1024), $3 }'
