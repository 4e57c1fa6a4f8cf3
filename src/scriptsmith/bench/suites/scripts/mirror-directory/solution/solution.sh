#!/usr/bin/env bash
# Makes TARGET an exact mirror of SOURCE: directories, files and links, and nothing else.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n $1 && -n $2 ]] || die 2 "usage: $name SOURCE TARGET"
[[ -d $1 ]] || die 2 "no such directory: $1"
target=$2
while [[ $target == ?*/ ]]; do target=${target%/}; done
[[ ! -L $target ]] || die 2 "a symbolic link: $target"
[[ ! -e $target || -d $target ]] || die 2 "not a directory: $target"
source=$(realpath -- "$1")
target=$(realpath -m -- "$target")
[[ $source/ != "$target"/* && $target/ != "$source"/* ]] || die 2 'one of the two lies inside the other'
[[ -d $(dirname -- "$target") ]] || die 2 "no such folder: $(dirname -- "$target")"

status=0
fail() {
  printf '%s: %s\n' "$name" "$1" >&2
  status=1
}

there=$(mktemp)
trap 'rm -f -- "$there"' EXIT
cd -- "$source"
find . -mindepth 1 -printf '%y %P\0' >"$there" || fail "not everything in $1 can be read"
[[ -s $there ]] || die 1 "$1 is empty: is its disk mounted? Nothing is changed"
mkdir -p -- "$target"

# lost PATH: the source has it no more. What lies in a directory that cannot be read is not lost.
lost() {
  local folder=$1
  [[ ! -e $1 && ! -L $1 ]] || return 1
  while [[ $folder == */* ]]; do
    folder=${folder%/*}
    if [[ -d $folder && ! -L $folder ]]; then
      [[ -r $folder && -x $folder ]] || return 1
    fi
  done
}

while IFS= read -r -d '' path; do
  ! lost "$path" || rm -rf -- "${target:?}/$path" || fail "cannot delete $path"
done < <(find "$target" -mindepth 1 -depth -printf '%P\0')

# clear PATH KIND: takes away what is of another kind (or a link), so that nothing is written through a link.
clear() {
  [[ ! -L $target/$1 && -e $target/$1 && $(stat -c %F -- "$target/$1") == *"$2"* ]] || rm -rf -- "${target:?}/$1"
}

# copy FILE: one that is equal stays as it is, another one is replaced by a rename.
copy() {
  local new format='%s %y %a %F'
  [[ $(stat -c "$format" -- "./$1") != "$(stat -c "$format" -- "$target/$1" 2>/dev/null)" ]] || return 0
  new=$(mktemp -- "$(dirname -- "$target/$1")/.mirror.XXXXXX") || return 1
  if cp --preserve=mode,timestamps -T -- "./$1" "$new" && clear "$1" file && mv -fT -- "$new" "$target/$1"; then
    return 0
  fi
  rm -f -- "$new"
  return 1
}

# find names a directory before what is in it, so every folder on the way is real when something is put into it.
while IFS= read -r -d '' entry; do
  path=${entry#* }
  case $entry in
    d*) clear "$path" directory && mkdir -p -- "$target/$path" ;;
    l*) clear "$path" none && cp -PT -- "./$path" "$target/$path" ;;
    f*) copy "$path" ;;
    *) false ;;
  esac || fail "cannot mirror $path"
done <"$there"

# Modes of directories last: one may forbid to write into it.
while IFS= read -r -d '' path; do
  chmod --reference="$path" -- "$target/$path" || fail "cannot set the mode of $path"
done < <(find . -type d -print0 2>/dev/null)
exit "$status"
