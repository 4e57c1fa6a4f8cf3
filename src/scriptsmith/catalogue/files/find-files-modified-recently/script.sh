#!/usr/bin/env bash
# Find the files below a directory that were modified less than some minutes ago, newest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: find-files-modified-recently [--directory DIR] [--minutes N] [--pattern GLOB]

List the regular files below DIR (default /etc) whose contents were modified less than N minutes ago
(default 60), newest first, with time, owner and size. Then those that were changed otherwise in that
time: put there with an older time (rsync, tar and packages do that), renamed, or given another owner
or mode, the symbolic links that were made or switched, and the directories in which something was
made, renamed or deleted: a deleted file itself cannot be seen. Other file systems mounted below DIR
and subvolumes of btrfs are not entered, and named.

  --directory DIR  where to look
  --minutes N      how far back to look, a whole number above 0
  --pattern GLOB   list only file names that match (default: any)
  --help           show this text

Exit status: 0 done (whether or not there are any), 1 some directory could not be read (what was seen
is listed), 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'find-files-modified-recently: %s\n' "$2" >&2
  exit "$1"
}

directory=/etc minutes=60 pattern='*'
while (($# > 0)); do
  case $1 in
    --directory | --minutes | --pattern)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --minutes) minutes=$2 ;;
        --pattern) pattern=$2 ;;
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
[[ $minutes =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--minutes takes a whole number above 0, not '$minutes'"
[[ -n $pattern && $pattern != */* ]] || die 2 "--pattern takes a file name pattern without a slash, not '$pattern'"
# A name such as "-x" or "(" must not become part of what find is asked.
[[ $directory == /* ]] || directory=./$directory
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
for tool in find sort stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The last record is the exit status of find and of sort, which needs room in TMPDIR for a long list.
mapfile -d '' -t rows < <(
  set +e
  find "${directory%/}/" -xdev -ignore_readdir_race -type d -mmin "-$((10#$minutes))" -printf 'd %T@ %s %u %p\0' -o -name "$pattern" \
    \( -type l -cmin "-$((10#$minutes))" -printf 'a %C@ %s %u %p -> %l\0' -o -type f -mmin "-$((10#$minutes))" -printf 'm %T@ %s %u %p\0' -o -type f -cmin "-$((10#$minutes))" -printf 'c %C@ %s %u %p\0' \) |
    LC_ALL=C sort -z -k1,1r -k2,2nr -k5
  printf '%s\0' "${PIPESTATUS[*]}"
)
find_status=${rows[-1]}
unset 'rows[-1]'

modified=0
declare -A word=([a]=link [c]=otherwise [d]=directory) count=([a]=0 [c]=0 [d]=0)
if ((${#rows[@]} > 0)) && [[ ${rows[0]} == m* ]]; then
  printf '%-24s %12s %-12s %s\n' MODIFIED BYTES OWNER FILE
fi
for row in "${rows[@]}"; do
  how=${row%% *} row=${row#* }
  seconds=${row%% *} row=${row#* }
  size=${row%% *} row=${row#* }
  user=${row%% *} path=${row#* }
  # A newline or an escape sequence in a name must not forge a line or reach the terminal.
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  if [[ $how == m ]]; then
    modified=$((modified + 1))
    printf '%(%F %T %z)T %12s %-12s %s\n' "${seconds%%.*}" "$size" "$user" "$path"
  else
    count[$how]=$((${count[$how]} + 1))
    printf '%s: %(%F %T %z)T %s\n' "${word[$how]}" "${seconds%%.*}" "$path"
  fi
done

[[ ${count[d]} == 0 ]] || printf '%d directories in which something was made, renamed or deleted; what was deleted is not named\n' "${count[d]}"
[[ ${count[c]} == 0 ]] || printf '%d files changed otherwise: put there with an older time, renamed, or of another owner or mode now\n' "${count[c]}"
[[ ${count[a]} == 0 ]] || printf '%d symbolic links made or switched\n' "${count[a]}"
printf '%d files modified in the last %d minutes\n' "$modified" "$((10#$minutes))"
own=$(stat -L -c %d -- "$directory")
while IFS= read -r -d '' row; do
  number=${row%% *} row=${row#* }
  kind=${row%% *} place=${row#* }
  case $kind in # those of the kernel itself are left out; of a subvolume find does not know the kind
    ext[234] | xfs | btrfs | zfs | vfat | nfs* | cifs | smb3 | ceph | fuse* | tmpfs | unknown)
      [[ $number == "$own" ]] || printf 'note: not looked into: %s (%s)\n' "${place//[[:cntrl:]]/?}" "${kind/unknown/subvolume of btrfs}" >&2
      ;;
  esac
done < <(find "${directory%/}/" -xdev -mindepth 1 -type d -printf '%D %F %p\0' 2>/dev/null)
[[ $find_status == *' 0' ]] || die 1 "the list could not be sorted, and is incomplete (is there room in ${TMPDIR:-/tmp}?)"
[[ $find_status == '0 '* ]] || die 1 "some directory below $directory could not be read: the list may be incomplete"
