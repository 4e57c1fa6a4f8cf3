#!/usr/bin/env bash
# Remount a mounted file system read-write, and check by a write that it is.
#
# Undo: mount -o remount,ro PATH.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remount-read-write --path PATH [--force CHOICE] [--dry-run]

Make the file system that is mounted at PATH writable, and check it by making and removing a small
file. When the kernel log shows errors of its device, or of the disk below, it was probably made
read-only to protect it: that is refused unless --force yes is given, since writing on may destroy
more. So it is when ext4 itself counts errors, or the log cannot be read. Check the file system first,
unmounted. Where it is mounted read-write and takes no writes, which is so after an error of XFS, and of
ext4 under kernels from 6.15 on, a remount does not help: that is a failure.

  --path PATH     where the file system is mounted
  --force CHOICE  yes: do it even when the kernel reported errors of this file system (default no)
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 it is read-write, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remount-read-write: %s\n' "$2" >&2
  exit "$1"
}

path='' force=no dry_run=false
while (($# > 0)); do
  case $1 in
    --path | --force)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --path) path=$2 ;;
        --force) force=$2 ;;
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

[[ -n $path ]] || die 2 "--path is needed (see --help)"
[[ $path == /* && $path != *[[:cntrl:]]* ]] || die 2 "--path takes an absolute path, not '$path'"
[[ $force == yes || $force == no ]] || die 2 "--force takes yes or no, not '$force'"
for tool in findmnt mount realpath mktemp grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
real=$(realpath -e -- "$path" 2>/dev/null) || die 3 "no such directory: $path"

# Of several on one place (below what is mounted on demand there is an autofs) the last one is seen.
uppermost() { findmnt --noheadings --raw --output "$1" --mountpoint "$real" | tail -n 1; }
options() { uppermost OPTIONS; }
now=$(options) || die 3 "$real is no mount point (findmnt --target $real names the file system it lies on)"
probe() { # can something be written?
  local file
  file=$(mktemp -- "$real/.write-test.XXXXXXXX") && rm -f -- "$file"
}
if [[ ,$now, != *,ro,* ]]; then
  again='unmount it, check it and mount it again'
  [[ ! ,$now, =~ ,(emergency_ro|shutdown), ]] || die 1 "the kernel has stopped writing to $real after an error ($now): $again"
  if $dry_run || [[ $(id -u) != 0 ]]; then
    printf 'mounted read-write already: %s (no write was tried)\n' "$real"
  else
    probe || die 1 "$real is mounted read-write, and nothing can be written to it; unless it is full: $again"
    printf 'read-write already: %s\n' "$real"
  fi
  exit 0
fi
source=$(uppermost SOURCE) || source=''
kind=$(uppermost FSTYPE) || kind=''
printf 'now: %s (%s, %s) is mounted with %s\n' "$real" "$source" "$kind" "$now"
case $kind in
  iso9660 | squashfs | erofs | udf) die 3 "$kind cannot be written at all" ;;
esac

# The kernel calls a device by its own name (dm-3, not vg-data), and a partition's errors are its disk's, too.
source=${source%%[*} # of a bind mount or subvolume: /dev/sda1[/folder]
if [[ $source == /dev/* ]]; then
  device=$(realpath -e -- "$source") || die 3 "no such device: $source"
  device=${device##*/}
  names=("$device" "${source##*/}")
  for ((each = 0; each < ${#names[@]}; each++)); do # it grows: what each of them lies on, down to the disks
    block=/sys/class/block/${names[each]}
    if [[ -e $block/partition ]] && disk=$(realpath -e -- "$block/.."); then names+=("${disk##*/}"); fi
    for below in "$block"/slaves/*; do
      [[ ! -e $below ]] || names+=("${below##*/}")
    done
  done
  if ! log=$(dmesg 2>/dev/null) || [[ -z $log ]]; then
    log=''
    [[ $force == yes ]] || die 3 "refused: the kernel log cannot be read, so it is not known whether the kernel made it read-only (--force yes overrides)"
  fi
  # No <<< here: it needs a file in /tmp, which may be full or read-only.
  pattern=$(printf '|%s' "${names[@]//[.+]/.}")
  mine=$(printf '%s\n' "$log" | grep -E -- "(^|[^A-Za-z0-9])(${pattern#|})([^A-Za-z0-9]|\$)") || {
    (($? == 1)) || die 1 "the kernel log could not be searched for errors of $device, so nothing was changed"
  }
  # An option of the mount, which older kernels repeat, is no error.
  errors=$(printf '%s\n' "$mine" | sed 's/errors=[a-z-]*//g' | grep -E -i 'error|shutting down|corrupt|aborted|remounting filesystem read-only') || errors=''
  counted=0
  if [[ -r /sys/fs/ext4/$device/errors_count ]]; then counted=$(</sys/fs/ext4/"$device"/errors_count); fi
  [[ $counted == 0 ]] || errors+="${errors:+$'\n'}ext4 has counted $counted errors since e2fsck was run last"
  if [[ -n $errors ]]; then
    printf 'the kernel reported of %s:\n%s\n' "$device" "$(tail -n 5 < <(printf '%s\n' "$errors"))"
    [[ $force == yes ]] || die 3 "refused: it was made read-only to protect it; check it unmounted first (--force yes overrides)"
  fi
fi
if $dry_run; then
  printf 'would remount read-write: %s\n' "$real"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
mount -o remount,rw -- "$real" || die 1 "the kernel refused; the device may be write-protected, or the file system be damaged"
now=$(options) || die 1 "$real is not mounted any more"
[[ ,$now, != *,ro,* ]] || die 1 "$real is still mounted with $now"
probe || die 1 "$real is mounted read-write, but nothing can be written to it"
printf 'remounted read-write: %s\n' "$real"
