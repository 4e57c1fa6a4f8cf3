#!/usr/bin/env bash
# Find regular files, and directories without the sticky bit, that any user may write to.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: find-world-writable-files [--directory DIR]

List, by name, the regular files below DIR (default /) that others may write to, and the directories
in which others may replace the files of anyone since the sticky bit is missing, DIR itself included.
Symbolic links, sockets and devices are left out, and other file systems mounted below DIR are not
entered but named: ask for each on its own. A directory above that is closed to others may still protect a file.

  --directory DIR  where to look
  --help           show this text

Exit status: 0 done (whether or not there are any), 1 some directory could not be read (what was seen
is listed), 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'find-world-writable-files: %s\n' "$2" >&2
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

[[ -n $directory ]] || die 2 "--directory must not be empty"
# A name such as "-x" or "(" must not become part of what find is asked.
[[ $directory == /* ]] || directory=./$directory
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
for tool in find sort stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

unentered() { # tells which file systems below the directory find does not enter; those of the kernel itself are left out
  local top number place rest kind row mine='' best=0 rows=()
  top=$(cd -- "$directory" && pwd -P) || return 0
  while read -r _ _ number _ place rest; do
    printf -v place '%b' "${place//\\/\\0}" # a blank is \040 there
    kind=${rest#* - } kind=${kind%% *}
    if [[ ${top%/}/ == "${place%/}"/* ]] && ((${#place} >= best)); then best=${#place} mine=$number; fi
    if [[ $place == "${top%/}"/?* ]]; then rows+=("$number $kind $place"); fi
  done </proc/self/mountinfo
  for row in ${rows[@]+"${rows[@]}"}; do
    number=${row%% *} row=${row#* }
    kind=${row%% *} place=${row#* }
    # The subvolumes of a btrfs have one number there, and each its own for find.
    [[ $kind != btrfs || $(stat -c %d -- "$place" 2>/dev/null) == "$(stat -c %d -- "$top")" ]] || number=other
    case $kind in
      autofs | binfmt_misc | bpf | cgroup* | configfs | debugfs | devpts | efivarfs | fusectl | hugetlbfs | mqueue | nsfs | proc | pstore | rpc_pipefs | securityfs | selinuxfs | sysfs | tracefs) ;;
      *) [[ $number == "$mine" ]] || printf 'note: not looked into: %s (%s)\n' "${place//[[:cntrl:]]/?}" "$kind" >&2 ;;
    esac
  done
}
# The last record is the exit status of find and of sort, which needs room in TMPDIR for a long list.
mapfile -d '' -t rows < <(
  set +e
  find "${directory%/}/" -xdev -ignore_readdir_race \
    \( -type f -perm -0002 -o -type d -perm -0002 ! -perm -1000 \) -printf '%M %u:%g %p\0' |
    LC_ALL=C sort -z -k3
  printf '%s\0' "${PIPESTATUS[*]}"
)
find_status=${rows[-1]}
unset 'rows[-1]'

files=0 directories=0
for row in "${rows[@]}"; do
  mode=${row%% *} row=${row#* }
  who=${row%% *} path=${row#* }
  case $mode in
    d*) directories=$((directories + 1)) ;;
    *) files=$((files + 1)) ;;
  esac
  # A newline or an escape sequence in a name must not forge a line or reach the terminal.
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  printf '%s %-20s %s\n' "$mode" "$who" "$path"
done

printf '%d files and %d directories without the sticky bit that anyone may write to\n' "$files" "$directories"
unentered
[[ $find_status == *' 0' ]] || die 1 "the list could not be sorted, and is incomplete (is there room in ${TMPDIR:-/tmp}?)"
[[ $find_status == '0 '* ]] || die 1 "some directory below $directory could not be read: the list may be incomplete"
