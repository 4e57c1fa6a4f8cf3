#!/usr/bin/env bash
# List the physical volumes of LVM with their group, size and free space, and name missing ones.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-physical-volumes [--sys-root DIR]

List the disks and partitions that LVM uses. One without a group can be added to one with
vgextend. A missing one is a disk that failed or was taken away: volumes on it cannot be used, or
run without their mirror. A device with the label of LVM that LVM does not use here is named: the
devices file (Red Hat), a filter or another system ID leaves it out, or it is the disk of a guest.

  --sys-root DIR  where sysfs is mounted (default /sys)
  --help          show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-physical-volumes: %s\n' "$2" >&2
  exit "$1"
}

sys=/sys
while (($# > 0)); do
  case $1 in
    --sys-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      sys=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v pvs >/dev/null || die 3 "pvs is not installed"
rows=$(pvs --noheadings --units b --nosuffix --separator '|' --options pv_name,vg_name,pv_size,pv_free,pv_missing) ||
  die 3 "the physical volumes cannot be read; run as root"

room() { # BYTES, in the largest unit of which there are ten
  if (($1 >= 10737418240)); then printf '%d GiB' $(($1 / 1073741824)); else printf '%d MiB' $(($1 / 1048576)); fi
}
count=0 missing=0 spare=0 known=$'\n'
while IFS='|' read -r name group size free lost; do
  name=${name#"${name%%[! ]*}"} lost=${lost// /}
  [[ -n $name && $size =~ ^[0-9]+$ && $free =~ ^[0-9]+$ ]] || continue
  if ((count == 0)); then printf '%12s %12s  %-24s %s\n' SIZE FREE DEVICE GROUP; fi
  count=$((count + 1)) mark='' known+=$name$'\n'
  if [[ -n $lost ]]; then
    mark='  MISSING'
    missing=$((missing + 1))
  fi
  if [[ -z $group ]]; then
    group='(no group)'
    spare=$((spare + 1))
  fi
  printf '%12s %12s  %-24s %s%s\n' "$(room "$size")" "$(room "$free")" "$name" "$group" "$mark"
done <<<"$rows"

# What has a holder is a path of multipath, or a part of a RAID.
if command -v blkid >/dev/null; then
  while IFS= read -r name; do
    [[ $known != *$'\n'"$name"$'\n'* ]] || continue
    ! compgen -G "$sys/class/block/${name##*/}/holders/*" >/dev/null || continue
    printf 'not used by LVM here, though it has its label: %s (lvmdevices, filter, system ID, or the disk of a guest)\n' "$name"
  done < <(blkid -c /dev/null -t TYPE=LVM2_member -o device 2>/dev/null || true)
fi
if ((count == 0)); then
  printf 'there is no physical volume that LVM uses on this host\n'
  exit 0
fi
printf '%d physical volumes, %d in no group, %d missing\n' "$count" "$spare" "$missing"
