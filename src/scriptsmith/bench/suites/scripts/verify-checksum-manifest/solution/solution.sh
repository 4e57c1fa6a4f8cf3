#!/usr/bin/env bash
# Verifies a directory against its SHA256SUMS and lists changed, missing and extra files.
set -euo pipefail

readonly name=${0##*/}
readonly manifest=SHA256SUMS

die() {
  printf '%s: %s\n' "$name" "$1" >&2
  exit 2
}

[[ $# -eq 1 && -d ${1-} ]] || die "usage: $name DIRECTORY (one that exists)"
cd -- "$1"
[[ -f $manifest && -r $manifest ]] || die "cannot read $1/$manifest"

declare -A wanted=()
while IFS= read -r line || [[ -n $line ]]; do
  line=${line%$'\r'}
  [[ -n $line ]] || continue
  [[ $line =~ ^([0-9A-Fa-f]{64})\ [\ *](.+)$ ]] || die "not a checksum line: $line"
  sum=${BASH_REMATCH[1],,} path=${BASH_REMATCH[2]}
  while [[ $path == ./* ]]; do path=${path#./}; done
  case /$path/ in
    */../* | //*) die "a path outside of the directory: $path" ;;
    *) ;;
  esac
  # The slash keeps keys such as * and @ from being read as all elements.
  wanted["/$path"]=$sum
done <"$manifest"

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
find . -type f -printf '%P\n' >"$work/found" || die "not everything in $1 can be listed"

{
  for key in "${!wanted[@]}"; do
    path=${key#/}
    if [[ -L $path || ! -f $path ]]; then
      printf '%s\tMISSING\n' "$path"
    else
      { sum=$(sha256sum <"$path"); } 2>/dev/null || sum=''
      [[ ${sum%% *} == "${wanted[$key]}" ]] || printf '%s\tCHANGED\n' "$path"
    fi
  done
  while IFS= read -r path; do
    [[ $path == "$manifest" || -n ${wanted["/$path"]+listed} ]] || printf '%s\tEXTRA\n' "$path"
  done <"$work/found"
} >"$work/differences"

[[ -s $work/differences ]] || exit 0
LC_ALL=C sort -- "$work/differences" | while IFS= read -r line; do
  printf '%s %s\n' "${line##*$'\t'}" "${line%$'\t'*}"
done
exit 1
