#!/usr/bin/env bash
# Collects listed files into one archive for the vendor, with secrets masked.
set -euo pipefail
export LC_ALL=C
umask 077

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n $2 ]] || die 2 "usage: $name LIST ARCHIVE.tar.gz"
list=$1 archive=$2
[[ -f $list && -r $list ]] || die 1 "cannot read $list"
[[ ! -e $archive && ! -L $archive ]] || die 1 "already there: $archive"
folder=$(dirname -- "$archive")
[[ -d $folder ]] || die 1 "no such folder: $folder"

work=$(mktemp -d -- "$folder/.bundle.XXXXXX") || die 1 "cannot write into $folder"
trap 'rm -rf -- "$work"' EXIT
mkdir -- "$work/bundle"

# Only what is masked already is written. sed adds no newline where the last line has none.
mask() {
  local blank='[[:blank:]]*' key='[[:alnum:]_.-]*(password|secret|token)[[:alnum:]_.-]*'
  sed -E "s/^(${blank}(export[[:blank:]]+)?(\"${key}\"|${key})${blank}[=:]${blank}).*/\\1***/I"
}

# collect FILE: its masked copy goes into the bundle under the same path.
collect() {
  local target=$1
  while [[ $target == *//* ]]; do target=${target//\/\//\/}; done
  target=${target#/}
  while [[ $target == ./* ]]; do target=${target#./}; done
  target=$work/bundle/$target
  { mkdir -p -- "$(dirname -- "$target")" && mask <"$1" >"$target"; } 2>/dev/null || {
    rm -f -- "$target"
    return 1
  }
}

missing=()
while IFS= read -r path || [[ -n $path ]]; do
  path=${path%$'\r'}
  [[ -n ${path//[[:blank:]]/} && $path != \#* ]] || continue
  well=''
  if [[ /$path/ != */../* && ! -L ${path%/} ]]; then
    if [[ -f $path ]]; then
      ! collect "$path" || well=yes
    elif [[ -d $path ]]; then
      well=yes
      [[ $path == /* ]] && start=$path || start=./$path # find takes a leading dash for an option
      while IFS= read -r -d '' file; do
        if [[ -z $file ]]; then # find failed: its status may be lost when it ends before it is waited for
          well=''
          continue
        fi
        collect "$file" || well=''
      done < <(find "$start" -type f -print0 2>/dev/null || printf '\0')
    fi
  fi
  [[ -n $well ]] || missing+=("$path")
done <"$list"

collected=$(find "$work/bundle" -type f -print -quit)
for path in "${missing[@]}"; do
  printf '%s: missing, or cannot be read: %s\n' "$name" "$path" >&2
  printf '%s\n' "$path" >>"$work/bundle/MISSING"
done
[[ -n $collected ]] || die 1 'nothing could be collected; no archive is written'

tar -czf "$work/archive" -C "$work" bundle
chmod 0600 -- "$work/archive"
# A hard link fails where a rename would replace what came meanwhile.
ln -T -- "$work/archive" "$archive" || die 1 "already there: $archive"
[[ ${#missing[@]} -eq 0 ]]
