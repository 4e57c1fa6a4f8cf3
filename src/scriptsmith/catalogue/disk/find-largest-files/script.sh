#!/usr/bin/env bash
# Find the files below a directory that occupy the most space on disk.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: find-largest-files [--directory DIR] [--limit N] [--min-size MIB]

List the N (default 10) regular files below DIR (default /) that occupy the most space, largest
first. What counts is the space taken on disk, so that a sparse file does not mislead; the length
stands beside it. Other file systems mounted below DIR are not entered. A file with several hard
links is listed once for each. Nothing is written to disk, which may well be full.

  --directory DIR  where to look
  --limit N        how many files to list, a whole number above 0
  --min-size MIB   leave out files that occupy less than MIB mebibytes (default 0)
  --help           show this text

Exit status: 0 done, 1 some directory could not be read (what was seen is listed), 2 wrong usage,
3 a precondition fails.
TEXT
}

die() {
  printf 'find-largest-files: %s\n' "$2" >&2
  exit "$1"
}

directory=/ limit=10 min_size=0
while (($# > 0)); do
  case $1 in
    --directory | --limit | --min-size)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --limit) limit=$2 ;;
        --min-size) min_size=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $directory ]] || die 2 "--directory must not be empty"
[[ $limit =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
[[ $min_size =~ ^[0-9]{1,9}$ ]] || die 2 "--min-size takes a whole number of MiB, not '$min_size'"
# A name such as "-x" or "(" must not become part of what find is asked.
[[ $directory == /* ]] || directory=./$directory
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
for tool in find sort sed numfmt; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The last record is how many there are, and the exit status of find: a pipeline alone would hide it. The trailing slash has
# a symbolic link followed when DIR itself is one.
mapfile -d '' -t rows < <(
  set +e
  find "${directory%/}/" -xdev -ignore_readdir_race -type f -printf '%b %s %p\0' |
    LC_ALL=C sort -z -k1,1nr -k3 | sed -z -n -e "1,$((10#$limit))p" -e '$='
  printf '%s\0' "${PIPESTATUS[0]}"
)
find_status=${rows[-1]} all=0
unset 'rows[-1]'
# The number, which is there when something was found, ends with a line break in older versions of sed.
if [[ $find_status == *$'\n'* ]]; then
  all=${find_status%%$'\n'*} find_status=${find_status#*$'\n'}
elif ((${#rows[@]} > 0)); then
  all=${rows[-1]}
  unset 'rows[-1]'
fi

listed=0
for row in "${rows[@]}"; do
  blocks=${row%% *} rest=${row#* }
  size=${rest%% *} path=${rest#* }
  ((blocks * 512 >= 10#$min_size * 1048576)) || break
  # A newline or an escape sequence in a name must not forge a line or reach the terminal.
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  ((listed > 0)) || printf '%8s %8s  %s\n' 'ON DISK' LENGTH FILE
  printf '%8s %8s  %s\n' "$(numfmt --to=iec "$((blocks * 512))")" "$(numfmt --to=iec "$size")" "$path"
  listed=$((listed + 1))
done

printf '%d of %d files listed\n' "$listed" "$all"
[[ $find_status == 0 ]] || die 1 "some directory below $directory could not be read: the list may be incomplete"
