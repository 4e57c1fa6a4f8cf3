#!/usr/bin/env bash
# Joins the fragments of a configuration directory into one file, which is replaced by a rename.
set -euo pipefail
export LC_ALL=C
shopt -s nullglob

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 && -n $2 ]] || die 2 "usage: $name DIRECTORY FILE"
[[ -d $1 ]] || die 2 "no such directory: $1"
readonly file=$2
folder=$(dirname -- "$file")
[[ ! -d $file && -d $folder ]] || die 1 "cannot build $file"

new=$(mktemp -- "$folder/.fragments.XXXXXX") || die 1 "cannot write into $folder"
trap 'rm -f -- "$new"' EXIT

found=0
for fragment in "${1%/}"/*.conf; do
  [[ -f $fragment && ! $fragment -ef $file ]] || continue
  printf '# from %s\n' "${fragment##*/}" >>"$new"
  cat -- "$fragment" >>"$new" || die 1 "cannot read $fragment; $file stays as it is"
  # $(…) drops a newline: something is left only where the last line has none.
  [[ -z $(tail -c 1 -- "$fragment") ]] || printf '\n' >>"$new"
  found=$((found + 1))
done
[[ $found -gt 0 ]] || die 1 "no fragments in $1; $file stays as it is"

if [[ -e $file ]]; then
  chmod --reference="$file" -- "$new"
else
  chmod 0644 -- "$new"
fi
mv -fT -- "$new" "$file"
