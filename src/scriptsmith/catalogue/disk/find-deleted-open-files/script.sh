#!/usr/bin/env bash
# Find files that were deleted but still occupy space because a process holds them open.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: find-deleted-open-files [--directory DIR] [--min-size MIB]

List the regular files without a name left that some process still holds open, with the process and
its descriptor, largest first, and the space they hold in all. The space comes back when the last of
these processes closes the file: restart or reload it. Files in memory only (memfd, shared memory)
and files that are merely mapped are left out. Without root only your own processes are seen.

  --directory DIR  only files that were below DIR, an absolute path (default /: all)
  --min-size MIB   leave out files that occupy less than MIB mebibytes (default 0)
  --help           show this text

Exit status: 0 done (whether or not there are any), 1 some process could not be looked at (what was
seen is listed), 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'find-deleted-open-files: %s\n' "$2" >&2
  exit "$1"
}

directory=/ min_size=0
while (($# > 0)); do
  case $1 in
    --directory | --min-size)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
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

[[ $directory == /* ]] || die 2 "--directory takes an absolute path, not '$directory'"
[[ $min_size =~ ^[0-9]{1,9}$ ]] || die 2 "--min-size takes a whole number of MiB, not '$min_size'"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r /proc/self/fd ]] || die 3 "/proc is not mounted"
for tool in find sort readlink numfmt; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# The kernel names files by their real path, so a symbolic link in DIR is resolved.
directory=$(readlink -e -- "$directory")
below=${directory%/} # nothing, for the root; as a pattern of `case` it would not match when it is cut there

unseen=0
for process in /proc/[0-9]*; do
  # One that has ended meanwhile is not missing.
  if [[ ! -r $process/fd && -d $process ]]; then unseen=$((unseen + 1)); fi
done

# Every descriptor of a regular file with no link left. Its errors are expected (processes end while
# find looks, others may not be read) and were counted above.
mapfile -d '' -t rows < <(
  find -L /proc/[0-9]*/fd -maxdepth 1 -type f -links 0 -printf '%b %D:%i %p\0' 2>/dev/null |
    LC_ALL=C sort -z -k1,1nr -k2
)

declare -A counted=()
listed=0 files=0 total=0
for row in "${rows[@]}"; do
  read -r blocks inode link <<<"$row"
  ((blocks * 512 >= 10#$min_size * 1048576)) || break
  path=$(readlink -- "$link" && printf x) || continue # it was closed meanwhile
  path=${path%$'\nx'}
  case $path in
    /memfd:* | /SYSV* | /anon_hugepage* | /dev/shm/* | '/dev/zero (deleted)') continue ;;
    "$below"/*) ;;
    *) continue ;;
  esac
  pid=${link#/proc/} pid=${pid%%/*}
  command=
  # The process may end between the look-up and this line.
  { IFS= read -r command <"/proc/$pid/comm"; } 2>/dev/null || true
  # A file that several processes share holds its space once.
  if [[ -z ${counted[$inode]:-} ]]; then
    counted[$inode]=1 files=$((files + 1)) total=$((total + blocks * 512))
  fi
  path=${path%' (deleted)'}
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  ((listed > 0)) || printf '%8s %8s %5s %-16s %s\n' 'ON DISK' PID FD COMMAND FILE
  printf '%8s %8s %5s %-16s %s\n' "$(numfmt --to=iec "$((blocks * 512))")" "$pid" "${link##*/}" \
    "${command//[[:cntrl:]]/?}" "$path"
  listed=$((listed + 1))
done

printf '%d deleted files still open, holding %s\n' "$files" "$(numfmt --to=iec "$total")"
((unseen == 0)) || die 1 "$unseen processes could not be looked at: run it as root to see them all"
