#!/usr/bin/env bash
# Extend a logical volume by some MiB, and the file system on it with it, and check its size.
#
# Undo: none: a volume can be made smaller only offline, and xfs not at all.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: extend-logical-volume --volume PATH --size N [--dry-run]

Add N MiB to the logical volume from the free space of its group and let its file system (ext2 to
ext4, xfs) grow with it, mounted or not. Snapshots, thin pools and swap are refused. Sizes are
rounded up to whole extents. Where /etc/lvm is full LVM writes no backup of its metadata: that is told.

  --volume PATH  logical volume, as GROUP/VOLUME or /dev/GROUP/VOLUME
  --size N       how much to add, in MiB
  --dry-run      say what would be done, change nothing
  --help         show this text

Exit status: 0 it is extended, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'extend-logical-volume: %s\n' "$2" >&2
  exit "$1"
}

volume='' size='' dry_run=false
while (($# > 0)); do
  case $1 in
    --volume | --size)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --volume) volume=$2 ;;
        --size) size=$2 ;;
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

[[ -n $volume ]] || die 2 "--volume is needed (see --help)"
[[ -n $size ]] || die 2 "--size is needed (see --help)"
volume=${volume#/dev/}
[[ $volume =~ ^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*/[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$ && $volume != *..* && $volume != mapper/* ]] ||
  die 2 "--volume takes GROUP/VOLUME or /dev/GROUP/VOLUME, not '$volume'"

[[ $size =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--size takes a whole number of MiB above 0, not '$size'"
size=$((10#$size))
for tool in lvs vgs lvextend blkid df; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# field NAME [VOLUME]: properties of the volume, or of another one, without blanks around them
field() {
  local value
  value=$(lvs --noheadings --units b --nosuffix --separator '|' --options "$1" -- "${2-$volume}" 2>/dev/null) || return 1
  value=${value#"${value%%[! ]*}"}
  printf '%s' "${value%"${value##*[! ]}"}"
}

before=$(field lv_size) || die 3 "no logical volume $volume, or it may not be read (run as root)"
[[ $before =~ ^[0-9]+$ ]] || die 1 "LVM does not tell the size of $volume"
kind=$(field segtype) || die 1 "LVM does not tell what $volume is"
role=$(field lv_role) || die 1 "LVM does not tell what $volume is"
[[ $kind != thin-pool ]] || die 3 "$volume is a thin pool, with no file system of its own"
case ,$role, in
  *,thicksnapshot,*) die 3 "$volume is a snapshot" ;;
  *,thickorigin,*) die 3 "$volume has snapshots, and LVM extends it only after they are removed or off" ;;
  *,public,*) ;;
  *) die 3 "$volume is a part of another volume ($role)" ;;
esac
path=$(field lv_path) || die 1 "LVM does not tell the device of $volume"

free=$(vgs --noheadings --units b --nosuffix --options vg_free -- "${volume%%/*}") || die 3 "its volume group cannot be read"
free=${free// /}
[[ $free =~ ^[0-9]+$ ]] || die 1 "LVM does not tell what is free in ${volume%%/*}"
printf '%s: %d MiB now, %d MiB free in its group\n' "$volume" $((before / 1048576)) $((free / 1048576))
if [[ $kind == thin ]]; then # it takes nothing from the group, and what it holds from its pool
  pool=${volume%%/*}/$(field pool_lv) || die 3 "LVM does not tell the pool of $volume"
  filled=$(field data_percent "$pool") || die 3 "the pool $pool cannot be read"
  [[ ! $filled =~ ^[0-9]+ ]] || ((10#${BASH_REMATCH[0]} < 95)) || die 3 "refused: the pool $pool is full to $filled%, so that $volume could not hold more; extend the pool first"
fi
[[ $kind == thin ]] || ((free >= size * 1048576)) || die 3 "only $((free / 1048576)) MiB are free in ${volume%%/*}, $size MiB are wanted"

# With no file system that can grow, lvextend would leave a volume that is larger than what is on it.
system=$(blkid --output value --match-tag TYPE -- "$path" 2>/dev/null) || system=''
case $system in
  ext2 | ext3 | ext4 | xfs) printf 'file system: %s\n' "$system" ;;
  '') die 3 "no file system can be seen on $path" ;;
  *) die 3 "$path holds $system, which this does not extend" ;;
esac

if $dry_run; then
  printf 'would extend: %s by %d MiB to %d MiB\n' "$volume" "$size" $((before / 1048576 + size))
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
# A root file system is extended because it is full, and there LVM would first write how the group was, and fail.
options=(--yes --resizefs)
room=$(df --output=avail --block-size=1M /etc/lvm/archive 2>/dev/null) || room=''
if [[ $room =~ [^0-9]0$ ]]; then
  options+=(--autobackup n)
  printf 'note: /etc/lvm/archive is full, so LVM keeps no backup of its metadata: run vgcfgbackup %s when there is room\n' "${volume%%/*}"
fi
rc=0
# No time limit: a resize that is cut off in the middle may damage the file system. --yes: newer releases ask before they
# mount or check one that is not mounted.
lvextend "${options[@]}" --size "+${size}m" -- "$volume" </dev/null || rc=$?
after=$(field lv_size) || die 1 "lvextend ended with $rc, and LVM does not tell the size of $volume any more"
[[ $after =~ ^[0-9]+$ ]] || die 1 "lvextend ended with $rc, and LVM does not tell the size of $volume any more"
if ((rc != 0)); then
  ((after == before)) || die 1 "the volume grew to $((after / 1048576)) MiB, but its FILE SYSTEM did not (resize2fs $path, or xfs_growfs on its mount point)"
  die 1 "lvextend failed; nothing was changed"
fi
((after >= before + size * 1048576)) || die 1 "the volume has $((after / 1048576)) MiB, less than was asked for"
printf 'extended: %s from %d to %d MiB, with its file system\n' "$volume" $((before / 1048576)) $((after / 1048576))
