#!/usr/bin/env bash
# Points BASE/current at the highest release below the current one.
set -euo pipefail
shopt -s nullglob

readonly name=${0##*/}
readonly version='^[0-9]+(\.[0-9]+)*$'

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 1 && -d ${1-} ]] || die 2 "usage: $name BASE (an existing directory)"
cd -- "$1"
[[ -L current ]] || die 1 "not a symbolic link: $1/current"

target=$(readlink -- current)
target=${target%/}
old=${target##*/}
[[ $old =~ $version && $target =~ (^|/)releases/[^/]+$ ]] || die 1 "current does not point to a release: $target"

# The current version goes into the list, once, whether its directory is still there or not.
versions=("$old")
for directory in releases/*/; do
  directory=${directory%/}
  candidate=${directory#releases/}
  [[ $candidate =~ $version && $candidate != "$old" && ! -L $directory && ! -e $directory/BROKEN ]] || continue
  versions+=("$candidate")
done

new=''
while IFS= read -r candidate; do
  [[ $candidate != "$old" ]] || break
  new=$candidate
done < <(printf '%s\n' "${versions[@]}" | sort -V)
[[ -n $new ]] || die 1 "there is no release below $old"

work=$(mktemp -d ./.rollback.XXXXXX)
trap 'rm -rf -- "$work"' EXIT
ln -s -- "releases/$new" "$work/current"
mv -fT -- "$work/current" current

printf '%s -> %s\n' "$old" "$new"
