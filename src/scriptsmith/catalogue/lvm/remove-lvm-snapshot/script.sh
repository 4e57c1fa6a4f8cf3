#!/usr/bin/env bash
# Remove an LVM snapshot, and nothing but a snapshot, and check that it is gone.
#
# Undo: none, the state that it held is lost; its origin is not touched.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-lvm-snapshot --volume PATH [--dry-run]

Remove the logical volume if it is a snapshot of another one. A volume that is no snapshot is
always refused, also one that only rests on another (cache, writecache, thin volume over an
external origin), and so is one that is mounted or otherwise in use, or has snapshots of its own.

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

for tool in lvs vgs lvremove timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# field NAME [VOLUME]: properties of the volume, or of another one, without blanks around them
field() {
  local value
  value=$(lvs --noheadings --units b --nosuffix --separator '|' --options "$1" -- "${2-$volume}" 2>/dev/null) || return 1
  value=${value#"${value%%[! ]*}"}
  printf '%s' "${value%"${value##*[! ]}"}"
}

there() { # is the volume among all that are listed? Also sets $child, a volume that rests on it.
  local all group name origin found=false
  all=$(lvs --noheadings --separator '|' --options vg_name,lv_name,origin) || return 2
  while IFS='|' read -r group name origin; do
    group=${group#"${group%%[! ]*}"} origin=${origin%"${origin##*[! ]}"}
    if [[ $group/$name == "$volume" ]]; then found=true; fi
    if [[ $group == "${volume%%/*}" && $origin == "${volume#*/}" ]]; then child=$group/$name; fi
  done < <(printf '%s\n' "$all")
  $found
}
child='' rc=0
there || rc=$?
((rc != 2)) || die 3 "the logical volumes cannot be read; run as root"
if ((rc == 1)); then
  vgs --noheadings -- "${volume%%/*}" >/dev/null 2>&1 ||
    die 3 "LVM sees no volume group ${volume%%/*} here: a slip, or left out by the devices file or a filter"
  printf 'not there: %s\n' "$volume"
  exit 0
fi
[[ -z $child ]] || die 3 "$child rests on $volume; remove that first"

# Every volume that rests on another has an origin, also a cached one. Only LVM's own word counts, and for a thin
# volume that its origin is a thin volume too: over any other it is a volume with data of its own.
facts=$(field lv_role,segtype,origin) || die 1 "LVM does not tell what $volume is"
IFS='|' read -r role kind origin < <(printf '%s\n' "$facts")
case $kind,,$role, in
  *,thicksnapshot,*) ;;
  thin,*,thinsnapshot,*)
    under=$(field segtype "${volume%%/*}/$origin") || die 3 "refused: what $volume rests on, $origin, cannot be read"
    [[ $under == thin ]] || die 3 "refused: $volume is no snapshot of a thin volume, but a volume over $origin"
    ;;
  *) die 3 "refused: $volume is no snapshot ($kind, $role${origin:+, rests on $origin})" ;;
esac
[[ -n $origin && $origin != \[* ]] || die 3 "refused: $volume is a snapshot of nothing that can be seen"
open=$(field lv_device_open) || die 1 "LVM does not tell whether $volume is in use"
[[ $open != open ]] || die 3 "$volume is in use (mounted?); findmnt and dmsetup tell by whom"
percent=$(field snap_percent) || percent=''
printf '%s is a snapshot of %s%s\n' "$volume" "${volume%%/*}/$origin" "${percent:+, its room is used to $percent%}"
if $dry_run; then
  printf 'would remove: %s\n' "$volume"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
# --yes, because nobody can answer; what it is was looked at above, and lvremove itself refuses what is open.
timeout 300 lvremove --yes -- "$volume" || die 1 "$volume could not be removed"
rc=0
there || rc=$?
((rc == 1)) || die 1 "$volume is still there, or the logical volumes cannot be read any more"
printf 'removed: %s\n' "$volume"
