#!/usr/bin/env bash
# Deletes the oldest files below a directory until the sum of its file sizes is at most a limit.
set -euo pipefail

readonly name=${0##*/}

refuse() {
  printf '%s: %s\nusage: %s DIRECTORY BYTES\n' "$name" "$1" "$name" >&2
  exit 2
}

[[ $# -eq 2 ]] || refuse 'two arguments are needed'
[[ -d $1 ]] || refuse "no such directory: $1"
[[ $2 =~ ^[0-9]{1,18}$ ]] || refuse "not a number of bytes: $2"
readonly limit=$((10#$2))
cd -- "$1"

list=$(mktemp)
trap 'rm -f -- "$list"' EXIT

status=0
find . -type f -printf '%T@ %s %P\0' >"$list" || status=1
# Times have nanoseconds, more than a floating number holds: whole and broken part are keys of their own.
LC_ALL=C sort -z -t . -k 1,1n -k 2,2 -o "$list" -- "$list"
mapfile -d '' -t files <"$list"

size=0
for file in "${files[@]}"; do
  file=${file#* }
  size=$((size + ${file%% *}))
done

for file in "${files[@]}"; do
  [[ $size -gt $limit ]] || break
  file=${file#* }
  path=${file#* }
  if rm -f -- "./$path"; then
    size=$((size - ${file%% *}))
    printf 'deleted %s\n' "$path"
  else
    printf '%s: not deleted: %s\n' "$name" "$path" >&2
    status=1
  fi
done

printf 'size %d\n' "$size"
[[ $size -le $limit ]] || status=1
exit "$status"
