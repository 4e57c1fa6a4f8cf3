#!/usr/bin/env bash
# Renames the files in a directory to lower-case names of safe characters, and overwrites nothing.
set -euo pipefail
export LC_ALL=C # bytes, and no letters beyond ASCII
shopt -s nullglob extglob

readonly name=${0##*/}

if [[ $# -ne 1 || ! -d ${1-} ]]; then
  printf 'usage: %s DIRECTORY (one that exists)\n' "$name" >&2
  exit 2
fi
cd -- "$1"

status=0
for old in *; do # a pattern expands in byte order here, and without hidden names
  [[ -f $old && ! -L $old ]] || continue
  new=${old,,}
  new=${new//+([^a-z0-9._-])/_}
  [[ $new != -* ]] || new=_${new#-}
  [[ $new != "$old" ]] || continue

  # A hard link is made only where nothing is: mv would replace, or move into a directory.
  if [[ ! -e $new && ! -L $new ]] && ln -T -- "$old" "$new" 2>/dev/null && rm -f -- "$old"; then
    printf '%s -> %s\n' "$old" "$new"
  else
    printf '%s: keeps its name, %s is taken or cannot be made: %s\n' "$name" "$new" "$old" >&2
    status=1
  fi
done
exit "$status"
