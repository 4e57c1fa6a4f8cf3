#!/usr/bin/env bash
# Sets one key in an environment file; the file is replaced by a rename and only when something changes.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 3 ]] || die 2 "usage: $name FILE KEY VALUE"
[[ $2 =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]] || die 2 "not a name of a key: $2"
[[ $3 != *$'\n'* ]] || die 2 'the value has more than one line'
[[ -f $1 ]] || die 1 "no such file: $1"
file=$(realpath -- "$1")
[[ -w $file ]] || die 1 "cannot write $1"

new=$(mktemp -- "$file.XXXXXX") || die 1 "cannot write beside $1"
trap 'rm -f -- "$new"' EXIT

# The environment carries the value past awk's own escapes.
key=$2 value=$3 awk '
  BEGIN { key = ENVIRON["key"] "="; line = key ENVIRON["value"] }
  {
    prefix = ""
    if (index($0, "export " key) == 1) prefix = "export "
    else if (index($0, key) != 1) { print; next }
    if (!done++) print prefix line
  }
  END { if (!done) print line }' <"$file" >"$new"

cmp -s -- "$file" "$new" && exit 0
chown --reference="$file" -- "$new"
chmod --reference="$file" -- "$new"
mv -f -- "$new" "$file"
