#!/usr/bin/env bash
# Deletes all releases but the N newest and the live one.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n ${1-} ]] || die 2 "usage: $name BASE NUMBER"
[[ $2 =~ ^[0-9]+$ ]] || die 2 "not a number of releases: $2"
[[ -d $1/releases ]] || die 2 "no such directory: $1/releases"
readonly keep=$((10#$2))
cd -- "$1"
[[ -L current && -d current ]] || die 1 "$1/current is not a link to a directory: nothing is deleted"

# Newest first; NUL-separated, because names may have any other byte.
mapfile -d '' -t releases < <(find releases -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\0' | LC_ALL=C sort -zrn)

status=0
for release in "${releases[@]:keep}"; do
  release=${release#* }
  [[ ! $release -ef current ]] || continue
  if rm -rf -- "$release"; then
    printf 'deleted %s\n' "${release#releases/}"
  else
    printf '%s: not deleted completely: %s\n' "$name" "$release" >&2
    status=1
  fi
done
exit "$status"
