#!/usr/bin/env bash
# Deletes the regular files below a directory that were modified more than N days ago.
set -euo pipefail

readonly name=${0##*/}

refuse() {
  printf '%s: %s\nusage: %s DIRECTORY DAYS\n' "$name" "$1" "$name" >&2
  exit 2
}

[[ $# -eq 2 ]] || refuse 'two arguments are needed'
[[ -d $1 ]] || refuse "no such directory: $1"
[[ $2 =~ ^[0-9]+$ ]] || refuse "not a number of days: $2"
cd -- "$1"

# A point in time, because -mtime +N rounds down and would spare a file for up to a day longer.
seconds=$((10#$2 * 86400))
limit=$(date -d "-${seconds} seconds" '+%Y-%m-%d %H:%M:%S')

deleted=0 failed=0
while IFS= read -r -d '' file; do
  if [[ -z $file ]]; then # find failed: its status may be lost when it ends before it is waited for
    failed=1
    continue
  fi
  if rm -f -- "$file"; then
    deleted=$((deleted + 1))
  else
    failed=1
  fi
done < <(find . -type f ! -name .keep ! -newermt "$limit" -print0 || printf '\0')

printf 'deleted %d files\n' "$deleted"
exit "$failed"
