#!/usr/bin/env bash
# Lists the files and links that differ between two directories, sorted by path.
set -euo pipefail

readonly name=${0##*/}

if [[ $# -ne 2 || ! -d ${1-} || ! -d ${2-} ]]; then
  printf 'usage: %s DIRECTORY DIRECTORY (that exist)\n' "$name" >&2
  exit 2
fi

first=$(realpath -- "$1") second=$(realpath -- "$2")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

find "$first" \( -type f -o -type l \) -printf '%P\0' >"$work/first" || exit 2
find "$second" \( -type f -o -type l \) -printf '%P\0' >"$work/second" || exit 2

there() { [[ -L $1 || -f $1 ]]; }

same() {
  if [[ -L $1 || -L $2 ]]; then
    [[ -L $1 && -L $2 && $(readlink -- "$1") == "$(readlink -- "$2")" ]]
  else
    cmp -s -- "$1" "$2"
  fi
}

differences=0 trouble=0
while IFS= read -r -d '' path; do
  if ! there "$second/$path"; then
    sign='-'
  elif ! there "$first/$path"; then
    sign='+'
  else
    status=0
    same "$first/$path" "$second/$path" || status=$?
    if [[ $status -gt 1 ]]; then
      printf '%s: cannot compare %s\n' "$name" "$path" >&2
      trouble=1
    fi
    [[ $status -eq 1 ]] || continue
    sign='!'
  fi
  printf '%s %s\n' "$sign" "$path"
  differences=1
done < <(LC_ALL=C sort -zu -- "$work/first" "$work/second")

[[ $trouble -eq 0 ]] || exit 2
exit "$differences"
