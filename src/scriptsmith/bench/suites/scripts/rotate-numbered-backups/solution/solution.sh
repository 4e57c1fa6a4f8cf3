#!/usr/bin/env bash
# Rotate the numbered backups of a file and add a new one.
set -euo pipefail

die() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

(($# == 2)) || die "usage: FILE KEEP"
file=$1
keep=$2
[[ $file == /* ]] || file=./$file
[[ -f $file ]] || die "$1 is not a regular file"
[[ $keep =~ ^[1-9][0-9]{0,8}$ ]] || die "KEEP must be a whole number from 1, not $keep"

# The copy is made before anything is moved: when it fails, nothing has happened.
new=$(mktemp -- "${file%/*}/.rotate.XXXXXXXX")
trap 'rm -f -- "$new"' EXIT
cp -p -- "$file" "$new" || die "$1 could not be copied"

numbers=()
for path in "$file".*; do
  number=${path#"$file".}
  if [[ $number =~ ^[1-9][0-9]{0,17}$ && -f $path ]]; then
    numbers+=("$number")
  fi
done

if ((${#numbers[@]})); then
  mapfile -t numbers < <(printf '%s\n' "${numbers[@]}" | sort -rn)
  for number in "${numbers[@]}"; do
    if ((number >= keep)); then
      rm -f -- "$file.$number"
    else
      mv -f -- "$file.$number" "$file.$((number + 1))"
    fi
  done
fi
mv -f -- "$new" "$file.1"
