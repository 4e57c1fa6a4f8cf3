#!/usr/bin/env bash
# Removes the empty directories below a directory, deepest first; the directory itself stays.
set -euo pipefail

readonly name=${0##*/}

if [[ $# -ne 1 || ! -d ${1-} ]]; then
  printf 'usage: %s DIRECTORY (one that exists)\n' "$name" >&2
  exit 2
fi
cd -- "$1"

removed=0 failed=0
# With -depth a directory comes after all that lies in it, so one pass is enough.
while IFS= read -r -d '' directory; do
  if [[ -z $directory ]]; then # find failed: its status may be lost when it ends before it is waited for
    failed=1
    continue
  fi
  [[ -z $(find "$directory" -mindepth 1 -maxdepth 1 -print -quit) ]] || continue
  if rmdir -- "$directory"; then
    removed=$((removed + 1))
  else
    failed=1
  fi
done < <(find . -mindepth 1 -depth -type d -readable -print0 || printf '\0')
if [[ -n $(find . -mindepth 1 -type d ! -readable -print -quit 2>/dev/null) ]]; then
  printf '%s: some directories could not be read\n' "$name" >&2
  failed=1
fi

printf 'removed %d\n' "$removed"
exit "$failed"
