#!/usr/bin/env bash
# Moves a directory to another place and leaves a symbolic link; can be started again after any interruption.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n $1 && -n $2 ]] || die 2 "usage: $name DIR DEST"
from=$1 to=$2
while [[ $from == ?*/ ]]; do from=${from%/}; done
while [[ $to == ?*/ ]]; do to=${to%/}; done
[[ -d $(dirname -- "$to") ]] || die 1 "no such folder: $(dirname -- "$to")"
[[ -d $(dirname -- "$from") ]] || die 1 "no such folder: $(dirname -- "$from")"
# Both as absolute paths whose last part is not followed when it is a link.
from_path=$(realpath -- "$(dirname -- "$from")")/$(basename -- "$from")
to_path=$(realpath -- "$(dirname -- "$to")")/$(basename -- "$to")

finish() {
  printf '%s -> %s\n' "$from" "$to"
  exit 0
}

if [[ -L $from_path ]]; then
  [[ $from_path -ef $to_path && -d $to_path && ! -L $to_path ]] || die 1 "a link to elsewhere: $from"
  finish
fi
if [[ ! -e $from_path && -d $to_path && ! -L $to_path ]]; then
  ln -sT -- "$to_path" "$from_path"
  finish
fi
[[ -d $from_path ]] || die 1 "not a directory: $from"
[[ $to_path/ != "$from_path"/* ]] || die 1 "$to lies inside $from"
[[ ! -e $to_path && ! -L $to_path ]] || die 1 "already there: $to"

partial=$to_path.partial
rm -rf -- "$partial"
trap 'rm -rf -- "$partial"' EXIT
cp -aT -- "$from_path" "$partial" || die 1 "not everything in $from could be copied"
sync -f -- "$partial" 2>/dev/null || true # on the disk before the original goes
mv -T -- "$partial" "$to_path"
trap - EXIT

# The old directory steps aside in one rename, and goes for good when the link is there.
old=$(mktemp -d -- "$from_path.old.XXXXXX") || die 1 "cannot write beside $from; the copy is complete in $to"
mv -T -- "$from_path" "$old/data"
ln -sT -- "$to_path" "$from_path" || {
  mv -T -- "$old/data" "$from_path"
  rmdir -- "$old"
  die 1 "cannot make the link $from; the copy is complete in $to"
}
rm -rf -- "$old" || die 1 "the link is made, but the old data could not be deleted: $old"
finish
