#!/usr/bin/env bash
# Remove an LVM snapshot, and nothing but a snapshot, and check that it is gone.
#
# Undo: none, the state that it held is lost; its origin is not touched.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-lvm-snapshot --volume PATH [--dry-run]

Remove the logical volume if it is a snapshot of another one. A volume that is no snapshot is
always refused, and so is one that is mounted or otherwise in use, or has snapshots of its own.

  --volume PATH  logical volume, as GROUP/VOLUME or /dev/GROUP/VOLUME
  --dry-run      say what would be done, change nothing
  --help         show this text

Exit status: 0 it is gone, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-lvm-snapshot: %s\n' "$2" >&2
  exit "$1"
}

volume='' dry_run=false
while (($# > 0)); do
  case $1 in
    --volume)
      (($# >= 2)) || die 2 "$1 needs a value"
      volume=$2
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
volume=${volume#/dev/}
[[ $volume =~ ^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*/[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$ && $volume != *..* && $volume != mapper/* ]] ||
  die 2 "--volume takes GROUP/VOLUME or /dev/GROUP/VOLUME, not '$volume'"

for tool in lvs lvremove timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# field NAME: one property of the volume, without blanks around it
field() {
  local value
  value=$(lvs --noheadings --units b --nosuffix --separator '|' --options "$1" -- "$volume" 2>/dev/null) || return 1
  value=${value#"${value%%[! ]*}"}
  printf '%s' "${value%"${value##*[! ]}"}"
}

if ! all=$(lvs --noheadings --separator '|' --options vg_name,lv_name,origin); then
  die 3 "the logical volumes cannot be read; run as root"
fi
there=false
while IFS='|' read -r group name origin; do
  group=${group#"${group%%[! ]*}"} origin=${origin%"${origin##*[! ]}"}
  if [[ $group/$name == "$volume" ]]; then there=true; fi
  if [[ $group == "${volume%%/*}" && $origin == "${volume#*/}" ]]; then
    die 3 "$group/$name is a snapshot of $volume; remove that first"
  fi
done <<<"$all"
if ! $there; then
  printf 'not there: %s\n' "$volume"
  exit 0
fi

origin=$(field origin) || die 1 "LVM does not tell what $volume is"
[[ -n $origin ]] || die 3 "refused: $volume is no snapshot"
[[ $(field lv_device_open) != open ]] || die 3 "$volume is in use (mounted?); findmnt and dmsetup tell by whom"
percent=$(field snap_percent) || percent=''
printf '%s is a snapshot of %s%s\n' "$volume" "${volume%%/*}/$origin" "${percent:+, its room is used to $percent%}"
if $dry_run; then
  printf 'would remove: %s\n' "$volume"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
# --yes, because nobody can answer; what it is was looked at above.
timeout 300 lvremove --yes -- "$volume" || die 1 "$volume could not be removed"
if field lv_size >/dev/null; then die 1 "$volume is still there"; fi
printf 'removed: %s\n' "$volume"
