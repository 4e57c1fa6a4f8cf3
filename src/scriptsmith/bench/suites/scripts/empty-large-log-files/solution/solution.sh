#!/usr/bin/env bash
# Empties the log files below a directory that have grown beyond a limit; the files themselves stay.
set -euo pipefail

readonly name=${0##*/}

refuse() {
  printf '%s: %s\nusage: %s DIRECTORY LIMIT_MIB\n' "$name" "$1" "$name" >&2
  exit 2
}

[[ $# -eq 2 ]] || refuse 'two arguments are needed'
[[ $2 =~ ^[0-9]+$ ]] || refuse "the limit is not a whole number: $2"
[[ -d $1 ]] || refuse "no such directory: $1"
cd -- "$1"
readonly limit=$((10#$2 * 1024 * 1024))

failed=0
while IFS= read -r -d '' file; do
  if [[ -z $file ]]; then # find failed: its status may be lost when it ends before it is waited for
    failed=1
    continue
  fi
  # Opening for writing empties the file in place: the programs keep their handles.
  if { : >"$file"; } 2>/dev/null; then
    printf '%s\n' "${file#./}"
  else
    printf '%s: cannot empty %s\n' "$name" "$file" >&2
    failed=1
  fi
done < <(find . -type f -name '*.log' -size "+${limit}c" -print0 || printf '\0')

exit "$failed"
