#!/usr/bin/env bash
# Joins the numbered parts of a backup; the result appears only when its checksum is right.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 ]] || die 2 "usage: $name PREFIX FILE"
readonly prefix=$1 file=$2
[[ ! -e $file && ! -L $file ]] || die 1 "already there: $file"
folder=$(dirname -- "$file")
[[ -d $folder ]] || die 1 "no such folder: $folder"

read -r count <"$prefix.count" || die 1 "cannot read $prefix.count"
[[ $count =~ ^[1-9][0-9]{0,8}$ ]] || die 1 "not a number of parts: $count"
read -r wanted _ <"$prefix.sha256" || die 1 "cannot read $prefix.sha256"
[[ $wanted =~ ^[0-9A-Fa-f]{64}$ ]] || die 1 "not a SHA-256 sum: $wanted"

missing=0
for ((i = 1; i <= count; i++)); do
  if [[ ! -f $prefix.part-$i || ! -r $prefix.part-$i ]]; then
    printf '%s: missing or not readable: %s\n' "$name" "$prefix.part-$i" >&2
    missing=$((missing + 1))
  fi
done
[[ $missing -eq 0 ]] || die 1 "$missing of $count parts cannot be used"

new=$(mktemp -- "$folder/.join.XXXXXX") || die 1 "cannot write into $folder"
trap 'rm -f -- "$new"' EXIT

for ((i = 1; i <= count; i++)); do
  cat <"$prefix.part-$i"
done >"$new"

sum=$(sha256sum <"$new")
[[ ${sum%% *} == "${wanted,,}" ]] || die 1 "the sum of the joined parts is wrong; nothing is written"

mode=$(umask)
chmod "$(printf '%o' $((0666 & ~mode)))" -- "$new"
# A hard link fails where a rename would replace what came meanwhile.
ln -T -- "$new" "$file" || die 1 "already there: $file"
printf 'joined %d parts\n' "$count"
