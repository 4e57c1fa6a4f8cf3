#!/usr/bin/env bash
# Fills a template with values from a file; the result replaces the file that was there by a rename.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 3 ]] || die 2 "usage: $name TEMPLATE VALUES FILE"
template=$1 values=$2 file=$3
folder=$(dirname -- "$file")
[[ -f $template && -r $template ]] || die 1 "cannot read $template"
[[ -f $values && -r $values ]] || die 1 "cannot read $values"
[[ ! -d $file && -d $folder ]] || die 1 "cannot write $file"

declare -A value=()
number=0
while IFS= read -r line || [[ -n $line ]]; do
  number=$((number + 1))
  line=${line%$'\r'}
  [[ -n ${line//[[:blank:]]/} && $line != \#* ]] || continue
  [[ $line =~ ^([A-Z_][A-Z0-9_]*)=(.*)$ ]] || die 1 "$values, line $number: not NAME=VALUE"
  value[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
done <"$values"

# The dot keeps newlines at the end, which $(…) would drop.
rest=$(cat -- "$template" && printf .)
rest=${rest%.}

# Left to right, once: what a value brings in is never looked at again.
done='' missing=()
while [[ $rest =~ \{\{[[:blank:]]*([A-Z_][A-Z0-9_]*)[[:blank:]]*\}\} ]]; do
  found=${BASH_REMATCH[0]} key=${BASH_REMATCH[1]}
  done+=${rest%%"$found"*}
  rest=${rest#*"$found"}
  if [[ -n ${value[$key]+set} ]]; then
    done+=${value[$key]}
  else
    missing+=("$key")
  fi
done

if [[ ${#missing[@]} -gt 0 ]]; then
  printf '%s\n' "${missing[@]}" | sort -u | while IFS= read -r key; do
    printf '%s: no value for %s\n' "$name" "$key" >&2
  done
  exit 1
fi

new=$(mktemp -- "$folder/.render.XXXXXX") || die 1 "cannot write into $folder"
trap 'rm -f -- "$new"' EXIT
printf '%s%s' "$done" "$rest" >"$new"
if [[ -e $file ]]; then
  chmod --reference="$file" -- "$new"
else
  chmod 0644 -- "$new"
fi
mv -fT -- "$new" "$file"
