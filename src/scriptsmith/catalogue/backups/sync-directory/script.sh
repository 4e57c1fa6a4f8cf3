#!/usr/bin/env bash
# Copy what is new or changed in a directory to another one with rsync, and verify it.
#
# Undo: none for files that were overwritten at the target; nothing is deleted there. Look at
# --dry-run first.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: sync-directory --source PATH --target PATH [--dry-run]

Copy the content of SOURCE to TARGET with modes, times, links, access lists, sparse files and, as
root, owners; the labels of SELinux are those of TARGET. Only what differs by size or time is copied;
files at TARGET that SOURCE has not got stay, and other file systems and subvolumes below SOURCE are
left out, which is said. Afterwards a second pass reads all files
of both and compares their checksums. A TARGET inside SOURCE, or the other way, is refused, as is a
target with too little room.

  --source PATH  directory to copy
  --target PATH  directory that gets the copy; it is made when its parent exists
  --dry-run      say what would be done, change nothing
  --help         show this text

Exit status: 0 the copy is complete, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'sync-directory: %s\n' "$2" >&2
  exit "$1"
}

source='' target='' dry_run=false
while (($# > 0)); do
  case $1 in
    --source | --target)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --source) source=$2 ;;
        --target) target=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $source ]] || die 2 "--source is needed (see --help)"
[[ -n $target ]] || die 2 "--target is needed (see --help)"
for each in "$source" "$target"; do
  [[ $each == /* && $each != *[[:cntrl:]]* ]] || die 2 "--source and --target take absolute local paths, not '$each'"
done
for tool in rsync realpath df sed grep find stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $source ]] || die 3 "no such directory: $source"
source=$(realpath -e -- "$source") target=$(realpath -m -- "$target")
[[ -d ${target%/*}/ ]] || die 3 "no such directory: ${target%/*}"
case $target in
  / | /bin | /boot | /dev* | /etc | /lib* | /proc* | /root | /sbin | /sys* | /usr | /var) die 2 "refused: $target belongs to the system, and is no place for a copy" ;;
esac
[[ $source/ != "$target"/* && $target/ != "${source%/}"/* ]] || die 2 "refused: one of $source and $target lies in the other"

below=()
device=$(stat -c %d -- "$source")
while IFS= read -r -d '' place; do below+=("${place#* }"); done < <(find "$source/" -mindepth 1 -xdev -type d -printf '%D %p\0' 2>/dev/null | grep -zv "^$device ")
for place in "${below[@]}"; do printf 'warning: left out, another file system: %s\n' "${place//[[:cntrl:]]/?}" >&2; done

# The slash after the source means its content. --numeric-ids: names may differ where it is restored. NFS and its like
# take no labels of SELinux.
pass() { rsync --archive --hard-links --acls --xattrs --filter='-x security.selinux' --sparse --numeric-ids --one-file-system "$@" -- "$source/" "$target/"; }

# Other locales write 3.145.728 bytes.
if ! plan=$(LC_ALL=C pass --dry-run --stats 2>&1); then
  printf '%s\n' "$plan" >&2
  die 1 "rsync cannot read all of $source or compare it with $target"
fi
# The sum of what is to be sent, in bytes, with commas.
need=$(sed -n 's/^Total transferred file size: \([0-9,]*\) bytes.*/\1/p' <<<"$plan")
need=${need//,/}
# The target may be a file system of its own.
place=${target%/*}/
if [[ -d $target ]]; then place=$target/; fi
on=$(stat -c %d -- "$place")
[[ $on != "$device" && $on != "$(stat -c %d /)" ]] || printf 'warning: %s is on the file system of %s: if a disk of its own is meant, it is not mounted\n' "$target" "$([[ $on == "$device" ]] && printf '%s itself' "$source" || printf /)" >&2
free=$(df -Pk -- "$place" | sed -n '2s/.* \([0-9][0-9]*\)  *[0-9][0-9]*%.*/\1/p') || free=''
[[ $free =~ ^[0-9]+$ ]] || die 3 "cannot tell how much is free at $target"
[[ $need =~ ^[0-9]+$ ]] || die 1 "rsync did not tell how much is to be copied"
printf 'to copy: %d MiB from %s to %s (free there: %s MiB)\n' $((need / 1048576)) "$source" "$target" "$((free / 1024))"
((need / 1024 <= free)) || die 3 "not enough room at $target"

if $dry_run; then
  pass --dry-run --itemize-changes | sed -n '1,200p'
  printf 'would copy: %s to %s\n' "$source" "$target"
  exit 0
fi
rc=0
pass || rc=$?
case $rc in
  0) ;;
  24) printf 'note: some files vanished while they were copied\n' ;;
  *) die 1 "rsync failed (status $rc); the copy is incomplete, run it again" ;;
esac
left=$(pass --dry-run --checksum --itemize-changes) || die 1 "the copy could not be checked"
if [[ -n $left ]]; then
  printf '%s\n' "$left" | sed -n '1,20p' >&2
  die 1 "$(grep -c '' <<<"$left") entries differ after the copy: they change while it runs, the target cannot hold their modes, or it had files of the same size and time (rsync --checksum copies those)"
fi
((EUID == 0)) || printf 'note: owners were not kept, which only root can: the copy belongs to who made it\n'
((${#below[@]} == 0)) || { printf 'copied: %s to %s, without the %d file systems below it\n' "$source" "$target" "${#below[@]}" && exit 0; }
printf 'copied: %s is complete at %s\n' "$source" "$target"
