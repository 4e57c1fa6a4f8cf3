#!/usr/bin/env bash
# Grow one partition into the free space behind it, and its file system with it, while it is
# mounted.
#
# Undo: none: ext4 cannot be made smaller while it is mounted, and xfs not at all.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: grow-partition --partition DEVICE [--min-size MIB] [--dry-run]

For a disk that was enlarged (a cloud volume, a virtual disk): growpart moves the end of the
partition, then the file system takes the space: ext2 to ext4, xfs or btrfs. It must be mounted.
With nothing free behind the partition only the file system is grown, when it does not fill it yet.
Refused are a partition with less than --min-size MiB free behind it, swap, LVM and encrypted ones.

  --partition DEVICE  device of the partition, such as /dev/sda1
  --min-size MIB      least that must be free behind it, in MiB (default 8)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 it has grown, 1 failed, 2 wrong usage, 3 nothing is free behind it, or another
precondition fails.
EOF
}

die() {
  printf 'grow-partition: %s\n' "$2" >&2
  exit "$1"
}

partition='' min_size=8 dry_run=false
while (($# > 0)); do
  case $1 in
    --partition | --min-size)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --partition) partition=$2 ;;
        --min-size) min_size=$2 ;;
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

[[ -n $partition ]] || die 2 "--partition is required (see --help)"
[[ $partition =~ ^/dev/[A-Za-z0-9/_.-]{1,100}$ && $partition != *..* ]] || die 2 "--partition takes a device such as /dev/sda1, not '$partition'"
[[ $min_size =~ ^0*[1-9][0-9]{0,7}$ ]] || die 2 "--min-size takes a whole number of MiB above 0, not '$min_size'"
min_size=$((10#$min_size))
for tool in growpart sfdisk blkid blockdev findmnt df readlink; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
path=$(readlink -e -- "$partition") || die 3 "there is no $partition"
number=$(cat "/sys/class/block/${path##*/}/partition" 2>/dev/null) || die 3 "$partition is no partition; a whole disk needs only its file system grown"
disk=$(readlink -e -- "/sys/class/block/${path##*/}/..") || die 3 "the disk of $partition is not known"
disk=/dev/${disk##*/}
size() { blockdev --getsize64 "$path"; }
if ! before=$(size) || ! sector=$(blockdev --getss "$path"); then die 3 "$path cannot be read (run as root)"; fi

system=$(blkid --probe --output value --match-tag TYPE -- "$path") || die 3 "no file system can be seen on $partition"
[[ $system =~ ^(ext[234]|xfs|btrfs)$ ]] || die 3 "$partition holds $system, which this does not grow"
mounted=$(findmnt --noheadings --first-only --output TARGET --source "$path") || die 3 "$partition is not mounted"
case $system in
  xfs) grow=(xfs_growfs "$mounted") ;;
  btrfs) grow=(btrfs filesystem resize max "$mounted") ;;
  *) grow=(resize2fs "$path") ;;
esac
command -v "${grow[0]}" >/dev/null || die 3 "${grow[0]} is not installed"
room() { df --output=size --block-size=1 -- "$mounted" | tail -n 1; }
had=$(room) || die 3 "df tells no size of $mounted"
printf '%s: partition %s of %s, %d MiB, %s on %s\n' "$partition" "$number" "$disk" $((before / 1048576)) "$system" "$mounted"

[[ ! -d /dev/shm ]] || export TMPDIR=/dev/shm # where the disk is full, growpart finds no room in /tmp
rc=0 hint=''
said=$(LC_ALL=C growpart --dry-run "$disk" "$number" 2>&1) || rc=$?
[[ ! $said =~ WARNING:[^$'\n']* ]] || printf 'growpart says: %s\n' "${BASH_REMATCH[0]}"
if ((rc == 1)) && [[ $said == *NOCHANGE:* ]]; then
  [[ $disk != /dev/sd* ]] || hint="; if $disk was enlarged while the host runs, the kernel must look again: echo 1 >/sys/class/block/${disk##*/}/device/rescan"
  # It may have grown before, and its file system not.
  ! $dry_run || die 3 "nothing is free behind $partition: ${said##*NOCHANGE: } (whether its file system fills it shows only without --dry-run)$hint"
  [[ $(id -u) == 0 ]] || die 3 "must run as root"
  "${grow[@]}" >/dev/null || die 1 "nothing is free behind $partition, and its file system cannot be grown: ${grow[*]}"
  has=$(room) || die 1 "df tells no size of $mounted any more"
  ((has > had)) || die 3 "nothing is free behind $partition: ${said##*NOCHANGE: }$hint"
  printf 'grown: the file system on %s from %d to %d MiB; %s had its full size already\n' "$mounted" $((had / 1048576)) $((has / 1048576)) "$partition"
  exit 0
fi
((rc == 0)) || die 3 "growpart cannot grow it: ${said//$'\n'/; }"
[[ $said =~ old:\ size=([0-9]+)[^$'\n']*\ new:\ size=([0-9]+) ]] || die 3 "what growpart would do is not understood: $said"
gain=$(((BASH_REMATCH[2] - BASH_REMATCH[1]) * sector / 1048576))
((gain >= min_size)) || die 3 "only $gain MiB are free behind $partition"
if $dry_run; then
  printf 'would grow: %s by %d MiB, with its file system\n' "$partition" "$gain"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
said=$(LC_ALL=C growpart "$disk" "$number" 2>&1) || die 1 "growpart failed: ${said//$'\n'/; }"
after=$(size) || die 1 "$path cannot be read any more"
((after > before)) || die 1 "the table of $disk is changed, and the kernel keeps the old one: partprobe or a reboot, then grow the file system"
# No time limit: a resize that is cut off in the middle may damage the file system.
if ! "${grow[@]}" >/dev/null || ! has=$(room) || ((has <= had)); then
  die 1 "the partition has $((after / 1048576)) MiB, but its FILE SYSTEM has not grown: ${grow[*]}"
fi
printf 'grown: %s from %d to %d MiB, the file system on %s with it\n' "$partition" $((before / 1048576)) $((after / 1048576)) "$mounted"
