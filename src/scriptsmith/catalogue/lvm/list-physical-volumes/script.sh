#!/usr/bin/env bash
# List the physical volumes of LVM with their group, size and free space, and name missing ones.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-physical-volumes

List the disks and partitions that LVM uses. One without a group can be added to one with
vgextend. A missing one is a disk that failed or was taken away: volumes on it cannot be used, or
run without their mirror.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-physical-volumes: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
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
count=0 missing=0 spare=0
while IFS='|' read -r name group size free lost; do
  name=${name#"${name%%[! ]*}"} lost=${lost// /}
  [[ -n $name && $size =~ ^[0-9]+$ && $free =~ ^[0-9]+$ ]] || continue
  if ((count == 0)); then printf '%12s %12s  %-24s %s\n' SIZE FREE DEVICE GROUP; fi
  count=$((count + 1)) mark=''
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

if ((count == 0)); then
  printf 'there is no physical volume on this host\n'
  exit 0
fi
printf '%d physical volumes, %d in no group, %d missing\n' "$count" "$spare" "$missing"
