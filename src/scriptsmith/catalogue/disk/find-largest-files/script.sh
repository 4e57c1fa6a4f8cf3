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
stands beside it. Other file systems mounted below DIR are not entered, and are named. A file with
several hard links is listed once for each. The disk may well be full: names are sorted in memory, up
to a quarter of it.

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
limit=$((10#$limit))
[[ $min_size =~ ^[0-9]{1,9}$ ]] || die 2 "--min-size takes a whole number of MiB, not '$min_size'"
# A name such as "-x" or "(" must not become part of what find is asked.
[[ $directory == /* ]] || directory=./$directory
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
for tool in find sort sed stat numfmt; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# Without a size of its own sort writes to /tmp as soon as there are some megabytes, and fails where that is full. The last
# record is how many there are, and each exit status. The trailing slash has a symbolic link followed when DIR itself is one.
mapfile -d '' -t rows < <(
  set +e
  find "${directory%/}/" -xdev -ignore_readdir_race -type f -printf '%b %s %p\0' |
    LC_ALL=C sort --buffer-size=25% -z -k1,1nr -k3 | sed -z -n -e "1,$((limit + 1))p" -e '$='
  printf '%s\0' "${PIPESTATUS[*]}"
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

# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
sort_status=${find_status#* } find_status=${find_status%% *}
sort_status=${sort_status%% *}
[[ $sort_status == 0 ]] || die 1 "the files could not be sorted (more than fits into memory, and no room in ${TMPDIR:-/tmp}?)"
listed=0 more=false
for row in "${rows[@]}"; do
  blocks=${row%% *} rest=${row#* }
  size=${rest%% *} path=${rest#* }
  ((blocks * 512 >= 10#$min_size * 1048576)) || break
  if ((listed == limit)); then
    more=true
    break
  fi
  # A newline or an escape sequence in a name must not forge a line or reach the terminal.
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  ((listed > 0)) || printf '%8s %8s  %s\n' 'ON DISK' LENGTH FILE
  printf '%8s %8s  %s\n' "$(numfmt --to=iec "$((blocks * 512))")" "$(numfmt --to=iec "$size")" "$path"
  listed=$((listed + 1))
done

printf '%d of %d files listed\n' "$listed" "$all"
if $more && ((10#$min_size > 0)); then printf 'note: more of them are that large; --limit lists more\n'; fi
{ top=$(cd -- "$directory" && pwd -P) && own=$(stat -c %d -- "$top"); } || die 1 "cannot look at $directory"
while read -r _ _ _ _ mount _ rest; do
  printf -v mount %b "$mount"
  [[ $mount == "${top%/}"/?* ]] || continue
  kind=${rest#*- }
  case ${kind%% *} in
    ext[234] | xfs | btrfs | f2fs | jfs | zfs | bcachefs | vfat | exfat | nfs* | cifs | smb* | ceph | glusterfs | fuse.*)
      [[ $(stat -c %d -- "$mount" 2>/dev/null) == "$own" ]] || printf 'not entered, another file system: %q\n' "$mount"
      ;;
  esac
done </proc/self/mountinfo || die 1 "the mounts of this machine cannot be read"
[[ $find_status == 0 ]] || die 1 "some directory below $directory could not be read: the list may be incomplete"
