#!/usr/bin/env bash
# Removes the pid files in a directory whose processes do not exist any more.
set -euo pipefail
shopt -s nullglob dotglob

readonly name=${0##*/}

if [[ $# -ne 1 || ! -d ${1-} ]]; then
  printf 'usage: %s DIRECTORY (one that exists)\n' "$name" >&2
  exit 2
fi
[[ -r /proc/self/stat ]] || {
  printf '%s: /proc is not there: nobody can tell which processes live\n' "$name" >&2
  exit 1
}
cd -- "$1"

status=0
complain() {
  printf '%s: %s: %s\n' "$name" "$1" "$2" >&2
  status=1
}

for file in *.pid; do
  [[ -f $file && ! -L $file ]] || continue
  if [[ ! -r $file ]] || ! content=$(tr -d '\000' <"$file"); then
    complain "$file" 'cannot be read'
  elif [[ ! $content =~ ^[[:space:]]*([1-9][0-9]*)[[:space:]]*$ ]]; then
    complain "$file" 'does not contain one process id'
  elif [[ -d /proc/${BASH_REMATCH[1]} ]]; then
    : # kill -0 would fail for the process of another user
  elif rm -f -- "$file"; then
    printf 'removed %s\n' "$file"
  else
    complain "$file" 'cannot be removed'
  fi
done
exit "$status"
