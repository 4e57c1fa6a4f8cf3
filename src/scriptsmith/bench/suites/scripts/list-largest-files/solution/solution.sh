#!/usr/bin/env bash
# Lists the largest files below a directory: size in bytes, tab, relative path; largest first.
set -euo pipefail

readonly name=${0##*/}

refuse() {
  printf '%s: %s\nusage: %s DIRECTORY NUMBER\n' "$name" "$1" "$name" >&2
  exit 2
}

[[ $# -eq 2 ]] || refuse 'two arguments are needed'
[[ -d $1 ]] || refuse "no such directory: $1"
[[ $2 =~ ^0*[1-9][0-9]*$ ]] || refuse "not a number of files: $2"
cd -- "$1"

list=$(mktemp)
trap 'rm -f -- "$list"' EXIT

# A file in between, not a pipe: find's own exit status is kept, and a reader that ends early hurts no one.
status=0
find . -type f -printf '%s\t%P\n' >"$list" || status=1
LC_ALL=C sort -t $'\t' -k 1,1nr -k 2 -o "$list" -- "$list"
head -n "$2" -- "$list"
exit "$status"
