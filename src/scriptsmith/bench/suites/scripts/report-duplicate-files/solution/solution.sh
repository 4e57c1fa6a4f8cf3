#!/usr/bin/env bash
# Prints the groups of files below a directory that have the same content.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

if [[ $# -ne 1 || ! -d ${1-} ]]; then
  printf 'usage: %s DIRECTORY (one that exists)\n' "$name" >&2
  exit 2
fi
cd -- "$1"

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
status=0

# Path first, then what it is: sorted so, the first path of a hard-linked file comes first.
find . -type f -size +0 -printf '%P\t%s\t%D:%i\n' >"$work/found" || status=1
sort -o "$work/found" -- "$work/found"

# Only files that share their size can have the same content: the others need not be read.
awk -F '\t' '
  seen[$NF]++ { next }
  {
    count[$(NF - 1)]++
    size[++n] = $(NF - 1)
    line[n] = substr($0, 1, length($0) - length($NF) - length($(NF - 1)) - 2)
  }
  END { for (i = 1; i <= n; i++) if (count[size[i]] > 1) print line[i] }' "$work/found" >"$work/candidates"

while IFS= read -r path; do
  # From stdin: sha256sum escapes odd names that it is given.
  if sum=$(sha256sum <"$path"); then
    printf '%s\t%s\n' "${sum%% *}" "$path"
  else
    printf '%s: cannot read %s\n' "$name" "$path" >&2
    status=1
  fi
done <"$work/candidates" >"$work/sums"

awk '
  { sum = substr($0, 1, 64); path = substr($0, 66) }
  !(sum in group) { order[++n] = sum }
  { group[sum] = group[sum] path "\n"; count[sum]++ }
  END {
    for (i = 1; i <= n; i++) {
      if (count[order[i]] < 2) continue
      printf "%s%s", separator, group[order[i]]
      separator = "\n"
    }
  }' "$work/sums"
exit "$status"
