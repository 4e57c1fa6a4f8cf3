#!/usr/bin/env bash
# Restores a directory from an archive that is checked and unpacked elsewhere first; keeps the directory before it.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n $1 && -n $2 ]] || die 2 "usage: $name ARCHIVE TARGET"
archive=$1 target=$2
while [[ $target == ?*/ ]]; do target=${target%/}; done
[[ $target != / && ${target##*/} != . && ${target##*/} != .. ]] || die 2 "not the path of a directory to restore: $2"
[[ -f $archive && -r $archive ]] || die 1 "cannot read $archive"
[[ ! -L $target ]] || die 1 "a symbolic link: $target"
[[ ! -e $target || -d $target ]] || die 1 "not a directory: $target"
folder=$(dirname -- "$target")
[[ -d $folder ]] || die 1 "no such folder: $folder"

work=$(mktemp -d -- "$folder/.restore.XXXXXX") || die 1 "cannot write into $folder"
trap 'rm -rf -- "$work"' EXIT

# With this quoting each member is one line, whatever its name is.
tar -tzP --quoting-style=escape -f "$archive" >"$work/names" || die 1 "damaged, or not gzip-compressed tar: $archive"
[[ -s $work/names ]] || die 1 "no members in $archive"
if grep -Eq -e '^/' -e '(^|/)\.\.(/|$)' -- "$work/names"; then
  die 1 "refused: $archive has members with an absolute name or with .."
fi
# In a verbose listing the first letter is the kind: - file, d directory, l symbolic link, h hard link.
if tar -tvzP --quoting-style=escape -f "$archive" | grep -Eq '^[^-dlh]'; then
  die 1 "refused: $archive has something that is no file, directory or link"
fi

# tar itself follows no link that leaves the folder while it unpacks, as long as -P is not given.
mkdir -- "$work/new"
tar -xzpf "$archive" -C "$work/new" || die 1 "cannot unpack $archive"
while IFS= read -r -d '' link; do
  case /$link/ in
    //* | */../*) die 1 "refused: $archive has a symbolic link that leaves it, to $link" ;;
    *) ;;
  esac
done < <(find "$work/new" -type l -printf '%l\0')
files=$(find "$work/new" -type f -printf x | wc -c)

if [[ -d $target ]]; then
  if [[ -e $target.previous || -L $target.previous ]]; then
    mv -T -- "$target.previous" "$work/older"
  fi
  mv -T -- "$target" "$target.previous"
fi
mv -T -- "$work/new" "$target"

printf 'restored %d files\n' "$files"
