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
and files that are merely mapped, or that a loop device holds, are left out. Without root only your own processes are seen. A
process in a container names its files as it sees them: where that is another place than here they
are marked (its own path), and with DIR those on the file system of DIR are listed, also those in an
overlay whose upper directory lies there or below DIR; the others are counted apart.

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
for tool in find sort readlink numfmt stat sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# The kernel names files by their real path, so a symbolic link in DIR is resolved.
directory=$(readlink -e -- "$directory")
below=${directory%/} # nothing, for the root; as a pattern of `case` it would not match when it is cut there

device=$(stat -c %d -- "$directory") || die 3 "cannot look at $directory"
unseen=0 hidden=false
[[ -r /proc/1/stat ]] || hidden=true # there always is one: the processes of others are not shown (hidepid)
for process in /proc/[0-9]*; do
  # Root without CAP_SYS_PTRACE may list the descriptors and not follow them, nor the working directory.
  [[ ! -r $process/fd || ! -d $process/cwd ]] || continue
  state=
  { IFS= read -r -d '' state <"$process/stat"; } 2>/dev/null || true
  state=${state##*) }
  # One that has ended meanwhile, or is a zombie, is not missing.
  if [[ -n $state && $state != [ZX]* ]]; then unseen=$((unseen + 1)); fi
done
namespace=$(readlink /proc/self/ns/mnt) || die 3 "the mount namespace cannot be read"

# Every descriptor of a regular file with no link left. Its errors are expected (processes end while
# find looks, others may not be read) and were counted above.
mapfile -d '' -t rows < <(
  find -L /proc/[0-9]*/fd -maxdepth 1 -type f -links 0 -printf '%b %D:%i %p\0' 2>/dev/null |
    LC_ALL=C sort -z -k1,1nr -k2
)

upper_of() { # PID FD: the directory of this host in which the files of its overlay lie; nothing when it is on none
  local word mount=none
  while read -r word mount && [[ $word != mnt_id: ]]; do :; done <"/proc/$1/fdinfo/$2"
  word=$(sed -n "s/^$mount .* - overlay .*[ ,]upperdir=\([^, ]*\).*/\1/p" "/proc/$1/mountinfo") && printf '%b' "$word"
}

declare -A counted=()
listed=0 files=0 total=0 elsewhere=0 elsewhere_size=0
for row in "${rows[@]}"; do
  # No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
  blocks=${row%% *} link=${row#* }
  inode=${link%% *} link=${link#* }
  ((blocks * 512 >= 10#$min_size * 1048576)) || break
  path=$(readlink -- "$link" && printf x) || continue # it was closed meanwhile
  path=${path%$'\nx'}
  case $path in
    /memfd:* | /SYSV* | /anon_hugepage* | /dev/shm/* | '/dev/zero (deleted)') continue ;;
  esac
  pid=${link#/proc/} pid=${pid%%/*} mark=
  # A path is that of the mount namespace of the process; many services have one that differs little.
  if [[ $(readlink "/proc/$pid/ns/mnt") != "$namespace" && ! "/proc/$pid/root${path%/*}/" -ef "${path%/*}/" ]]; then
    mark=' (its own path)'
    upper=
    # A file of an overlay has the device of that, and fills the disk on which the upper directory lies.
    if [[ -n $below && ${inode%%:*} != "$device" ]]; then upper=$(upper_of "$pid" "${link##*/}" 2>/dev/null) || upper=; fi
    if [[ -n $upper && -d $upper ]] && [[ $upper/ == "$below"/* || $(stat -c %d -- "$upper") == "$device" ]]; then
      mark=" (its own path, in the overlay $upper)"
    elif [[ -n $below && ${inode%%:*} != "$device" ]]; then
      if [[ -z ${counted[$inode]:-} ]]; then
        counted[$inode]=1 elsewhere=$((elsewhere + 1)) elsewhere_size=$((elsewhere_size + blocks * 512))
      fi
      continue
    fi
  elif [[ $path != "$below"/* ]]; then
    continue
  fi
  command=
  # The process may end between the look-up and this line.
  { IFS= read -r command <"/proc/$pid/comm"; } 2>/dev/null || true
  # A file that several processes share holds its space once.
  if [[ -z ${counted[$inode]:-} ]]; then
    counted[$inode]=1 files=$((files + 1)) total=$((total + blocks * 512))
  fi
  path=${path%' (deleted)'}
  if [[ $path$mark == *[[:cntrl:]]* ]]; then path=${path@Q} mark=${mark//[[:cntrl:]]/?}; fi
  ((listed > 0)) || printf '%8s %8s %5s %-16s %s\n' 'ON DISK' PID FD COMMAND FILE
  printf '%8s %8s %5s %-16s %s\n' "$(numfmt --to=iec "$((blocks * 512))")" "$pid" "${link##*/}" \
    "${command//[[:cntrl:]]/?}" "$path$mark"
  listed=$((listed + 1))
done

printf '%d deleted files still open, holding %s\n' "$files" "$(numfmt --to=iec "$total")"
printf 'not counted: deleted files that are merely mapped, or that a loop device holds\n'
((elsewhere == 0)) || printf 'and %d with paths of their own on other file systems, or where this host does not see it, holding %s: without --directory they are listed\n' \
  "$elsewhere" "$(numfmt --to=iec "$elsewhere_size")"
if $hidden; then die 1 "the processes of other users are hidden here: run it as root to see them"; fi
((unseen == 0)) || die 1 "$unseen processes could not be looked at: run it as root, on the host itself, to see them all"
