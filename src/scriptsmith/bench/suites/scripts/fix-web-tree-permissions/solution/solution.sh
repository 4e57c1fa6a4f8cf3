#!/usr/bin/env bash
# Gives directories 0755, files 0644 and scripts 0755 below a directory, and counts what was different.
set -euo pipefail

readonly name=${0##*/}

if [[ $# -ne 1 || ! -d ${1-} ]]; then
  printf 'usage: %s DIRECTORY (one that exists)\n' "$name" >&2
  exit 2
fi

changed=0 failed=0

# repair MODE PATH: five digits, because chmod keeps setgid of a directory with fewer.
repair() {
  if chmod "0$1" -- "$2"; then
    changed=$((changed + 1))
  else
    failed=1
  fi
}

root=$1
[[ $root == /* ]] || root=./$root

# Directories come before what is in them, and one round opens the next level: a closed directory cannot be
# searched before it is repaired.
while :; do
  before=$changed
  while IFS= read -r -d '' directory; do
    repair 0755 "$directory"
  done < <(find "$root" -type d ! -perm 0755 -print0 2>/dev/null || true)
  [[ $failed -eq 0 && $changed -gt $before ]] || break
done

while IFS= read -r -d '' file; do
  if [[ -z $file ]]; then # find failed: its status may be lost when it ends before it is waited for
    failed=1
    continue
  fi
  case $file in
    *.cgi | *.sh) mode=0755 ;;
    *) mode=0644 ;;
  esac
  [[ $(stat -c %04a -- "$file") == "$mode" ]] || repair "$mode" "$file"
done < <(find "$root" -type f -print0 || printf '\0')

printf 'changed %d\n' "$changed"
exit "$failed"
