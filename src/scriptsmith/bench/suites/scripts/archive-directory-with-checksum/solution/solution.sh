#!/usr/bin/env bash
# Packs a directory into a new .tar.gz and writes its checksum beside it; leaves both or neither.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 ]] || die 2 "usage: $name DIRECTORY ARCHIVE.tar.gz"
[[ -d $1 ]] || die 2 "no such directory: $1"
[[ $2 == *.tar.gz ]] || die 2 "the archive's name must end in .tar.gz: $2"
[[ ! -e $2 && ! -L $2 ]] || die 1 "already there, not overwritten: $2"

directory=$(realpath -- "$1")
[[ $directory != / ]] || die 2 'the root directory has no name to pack it under'
folder=$(dirname -- "$2")
[[ -d $folder ]] || die 1 "no such folder: $folder"
folder=$(realpath -- "$folder")
file=$(basename -- "$2")

work=$(mktemp -d -- "$folder/.backup.XXXXXX") || die 1 "cannot write into $folder"
trap 'rm -rf -- "$work"' EXIT

tar -czf "$work/$file" -C "$(dirname -- "$directory")" -- "$(basename -- "$directory")" ||
  die 1 "not everything in $1 could be read; no archive is written"
(cd -- "$work" && sha256sum -- "$file") >"$work/sum"

# A hard link fails where a rename would replace: nothing that came meanwhile is overwritten.
ln -- "$work/$file" "$folder/$file" || die 1 "already there, not overwritten: $2"
mv -fT -- "$work/sum" "$folder/$file.sha256" || {
  rm -f -- "$folder/$file"
  die 1 "cannot write $2.sha256"
}

printf '%s\n' "$2"
