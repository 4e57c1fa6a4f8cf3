#!/usr/bin/env bash
# Find directories that all may write to without the sticky bit.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-directories-without-sticky-bit [--directory DIR]

List the directories below a directory that everybody may write to and that lack the sticky bit
(as /tmp has it): there anybody may delete and replace the files of others. It prints for each the
command that would set the bit, and runs none. Other file systems are not entered.

  --directory DIR  where to look, with everything below it (default /)
  --help           show this text

Exit status: 0 none was found, 1 some were, or not all could be searched, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-directories-without-sticky-bit: %s\n' "$2" >&2
  exit "$1"
}

directory=/
while (($# > 0)); do
  case $1 in
    --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      directory=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# A name such as "-x" or "(" must not become part of what find is asked; a link is followed.
[[ $directory != [-\(!]* ]] || directory=./$directory
command -v find >/dev/null || die 3 "find is not installed"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"

complete=false found=0
while IFS= read -r -d '' record; do
  if [[ $record == complete ]]; then
    complete=true
    continue
  fi
  found=$((found + 1))
  path=${record#* * }
  rest=${record%"$path"}
  printf '%s  %q\n' "${rest% }" "$path"
done < <(find "${directory%/}/" -xdev -ignore_readdir_race -type d -perm -0002 ! -perm -1000 -printf '%M %u:%g %p\0' 2>/dev/null && printf 'complete\0')

if ((found > 0)); then
  printf '%d directories without the sticky bit; chmod +t DIR sets it\n' "$found"
else
  printf 'none: each directory that all may write to has the sticky bit\n'
fi
$complete || die 1 "not all of $directory could be searched (run this as root)"
((found == 0)) || exit 1
