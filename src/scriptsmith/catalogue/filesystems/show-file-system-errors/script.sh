#!/usr/bin/env bash
# Show what the kernel logged of file system errors and of disks, with a count for each device.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-file-system-errors [--lines N]

Look through the kernel log for errors of ext4, xfs, btrfs and nfs, and for I/O errors of disks,
and count them by device. The kernel log is a ring: on a busy host old lines are gone, and it is said
how far back it reaches. No line does not prove that a disk is sound; its SMART values tell more.

  --lines N  how many of the latest lines to show, 1 to 1000 (default 30)
  --help     show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-file-system-errors: %s\n' "$2" >&2
  exit "$1"
}

lines=30
while (($# > 0)); do
  case $1 in
    --lines)
      (($# >= 2)) || die 2 "$1 needs a value"
      lines=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$lines" 1 1000 || die 2 "--lines takes a whole number from 1 to 1000, not '$lines'"
lines=$((10#$lines))
for tool in dmesg grep sort tail sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

log=$(dmesg) || die 3 "the kernel log cannot be read; run as root"
[[ -n $log ]] || die 3 "the kernel log is empty (in a container it is not shown)"

what='EXT[234]-fs (error|warning)|EXT[234]-fs \([^)]*\): (warning|error count|initial error|last error)|JBD2: .*(error|abort)|Aborting journal'
what+='|XFS \([^)]*\): .*(error|corrupt|shut(ting)? ?down|metadata I/O)|BTRFS (error|critical)|BTRFS warning .*csum failed'
what+='|remounting filesystem read-only|nfs: server .* not responding|FAT-fs .*error|SQUASHFS error'
what+='|I/O error|[a-z] error, dev |blk_update_request|critical (medium|target|space allocation) error|Medium Error'
what+='|ata[0-9.]+: .*(failed command|exception)|nvme[^:]*: .*(timeout|reset|error|controller is down)|md[^:]*: Disk failure'
# What a drive tells of its settings at each boot is no error.
# No <<< in this script: it needs a file in /tmp, and the disk may be full or read-only.
found=$(printf '%s\n' "$log" | grep -v 'Shutdown timeout set to' | grep -E -i -- "$what") || {
  (($? == 1)) || die 1 "the kernel log could not be searched, so nothing is known of errors"
  found=''
}
# The first words of the kernel are its version: where they are gone, so may be more.
reach=''
if [[ $log != *'Linux version '* ]]; then
  reach=${log#*[} reach=${reach%%]*}
  reach="; it reaches back to second ${reach//[!0-9.]/} after the boot only (journalctl --dmesg may have more)"
fi
if [[ -z $found ]]; then
  booted=$(sed -n 's/^btime //p' /proc/stat)
  printf 'no file system or disk errors in the kernel log (%d lines%s)\n' "$(printf '%s\n' "$log" | grep -c '')" "$reach"
  printf 'the host booted at %(%F %R)T; what its kernel said before that is not looked at (journalctl --dmesg --boot=-1 may have it)\n' "$booted"
  exit 0
fi

[[ -z $reach ]] || printf 'the kernel log is not whole%s\n' "$reach"
printf '%d lines, by device:\n' "$(printf '%s\n' "$found" | grep -c '')"
declare -A times=()
locked=false
# The first of these in a line is its device.
device='(sd[a-z]+[0-9]*|vd[a-z]+[0-9]*|xvd[a-z]+[0-9]*|nvme[0-9]+(n[0-9]+(p[0-9]+)?)?|dm-[0-9]+|md[0-9]+|mmcblk[0-9]+(p[0-9]+)?|ata[0-9]+|sr[0-9]+|loop[0-9]+)'
while IFS= read -r line; do
  name='(not named)'
  if [[ $line =~ (^|[^A-Za-z0-9])$device([^A-Za-z0-9]|$) ]]; then name=${BASH_REMATCH[2]}; fi
  times[$name]=$((${times[$name]:-0} + 1))
  if [[ $line == *[Rr]'emounting filesystem read-only'* ]]; then locked=true; fi
done < <(printf '%s\n' "$found")
for name in "${!times[@]}"; do printf '%7d  %s\n' "${times[$name]}" "$name"; done | sort -k1,1nr -k2

printf '\nlatest lines:\n'
printf '%s\n' "$found" | tail -n "$lines"
if $locked; then printf 'NOTE: a file system was made read-only by the kernel\n'; fi
