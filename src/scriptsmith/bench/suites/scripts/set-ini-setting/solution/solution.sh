#!/usr/bin/env bash
# Sets one key in one section of an INI file; the file is replaced by a rename and only when something changes.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 4 ]] || die 2 "usage: $name FILE SECTION KEY VALUE"
[[ "$2$3$4" != *[$'\n\r']* ]] || die 2 'an argument has more than one line'
[[ -n $2 && $2 != *]* ]] || die 2 "not the name of a section: '$2'"
[[ -n $3 && $3 != *=* && $3 != [\#\;[]* ]] || die 2 "not the name of a key: '$3'"
[[ -f $1 ]] || die 1 "no such file: $1"
file=$(realpath -- "$1")
[[ -w $file ]] || die 1 "cannot write $1"

new=$(mktemp -- "$file.XXXXXX") || die 1 "cannot write beside $1"
trap 'rm -f -- "$new"' EXIT

# Two passes over the same file: the first learns whether the key is there and where it would go.
ini_section=$2 ini_key=$3 ini_value=$4 awk '
  function trim(text) { gsub(/^[ \t]+|[ \t\r]+$/, "", text); return text }
  function look(  text, at) {
    text = trim($0)
    is_key = is_blank = 0
    if (text ~ /^\[.*\]$/) {
      inside = substr(text, 2, length(text) - 2) == section
      if (inside) blocks++
    } else if (text == "") is_blank = 1
    else if (inside && text !~ /^[#;]/ && (at = index(text, "="))) {
      is_key = trim(substr(text, 1, at - 1)) == key
      held = trim(substr(text, at + 1))
    }
  }
  BEGIN { section = ENVIRON["ini_section"]; key = ENVIRON["ini_key"]; value = ENVIRON["ini_value"] }
  FNR == 1 { pass++; inside = blocks = 0; end = /\r$/ ? "\r" : "" }
  { look() }
  pass == 1 {
    if (is_key) has++
    if (inside && blocks == 1 && !is_blank) last = FNR
    lines = FNR
    next
  }
  is_key {
    if (!done++) { if (held == value) print; else print key " = " value end }
    next
  }
  { print }
  !has && last == FNR { print key " = " value end }
  END {
    if (has || last) exit
    if (lines) print end
    print "[" section "]" end
    print key " = " value end
  }' "$file" "$file" >"$new"

cmp -s -- "$file" "$new" && exit 0
chown --reference="$file" -- "$new"
chmod --reference="$file" -- "$new"
mv -f -- "$new" "$file"
