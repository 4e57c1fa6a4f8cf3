#!/usr/bin/env bash
# Make a snapshot of a logical volume, named after it and the time, and check it.
#
# Undo: remove-lvm-snapshot, or lvremove GROUP/SNAPSHOT, with the name that is printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: create-lvm-snapshot --volume PATH [--size N] [--dry-run]

Make the snapshot VOLUME-snap-DATE. An ordinary one gets N MiB for what changes meanwhile; when
that is used up the snapshot is lost, though not the volume, and writing is slower as long as it
exists: remove it soon. A snapshot is no backup, it lies on the same disks. The data on it is as
after a power cut; let databases write out theirs first.

  --volume PATH  logical volume, as GROUP/VOLUME or /dev/GROUP/VOLUME
  --size N       room for changes, in MiB; a thin volume needs none (default 5120)
  --dry-run      say what would be done, change nothing
  --help         show this text

Exit status: 0 the snapshot is made, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'create-lvm-snapshot: %s\n' "$2" >&2
  exit "$1"
}

volume='' size=5120 dry_run=false
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
volume=${volume#/dev/}
[[ $volume =~ ^[A-Za-z0-9_.+][A-Za-z0-9_.+-]*/[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$ && $volume != *..* && $volume != mapper/* ]] ||
  die 2 "--volume takes GROUP/VOLUME or /dev/GROUP/VOLUME, not '$volume'"

[[ $size =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--size takes a whole number of MiB above 0, not '$size'"
size=$((10#$size))
for tool in lvs vgs lvcreate date timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# field NAME [VOLUME]: properties of the volume, or of another one, without blanks around them
field() {
  local value
  value=$(lvs --noheadings --units b --nosuffix --separator '|' --options "$1" -- "${2-$volume}" 2>/dev/null) || return 1
  value=${value#"${value%%[! ]*}"}
  printf '%s' "${value%"${value##*[! ]}"}"
}

kind=$(field segtype) || die 3 "no logical volume $volume, or it may not be read (run as root)"
[[ $kind != thin-pool ]] || die 3 "$volume is a thin pool; name one of its volumes"
[[ $kind != writecache ]] || die 3 "$volume has a writecache, of which LVM makes no snapshot"
role=$(field lv_role) || die 3 "LVM does not tell what $volume is"
case ,$role, in
  *,thicksnapshot,*) die 3 "$volume is a snapshot itself" ;;
  *,public,*) ;;
  *) die 3 "$volume is a part of another volume ($role)" ;;
esac
group=${volume%%/*} name=${volume#*/}-snap-$(date +%Y%m%d-%H%M%S)
! lvs --noheadings -- "$group/$name" >/dev/null 2>&1 || die 3 "$group/$name exists already"

if [[ $kind == thin ]]; then
  pool=$group/$(field pool_lv) || die 3 "LVM does not tell the pool of $volume"
  filled=$(lvs --noheadings --options data_percent,metadata_percent -- "$pool" 2>/dev/null) || die 3 "the pool $pool cannot be read"
  for share in $filled; do
    [[ ! $share =~ ^[0-9]+ ]] || ((10#${BASH_REMATCH[0]} < 95)) || die 3 "refused: the pool $pool is full to $share%, and a snapshot fills it sooner"
  done
  arguments=(--setactivationskip n) what='thin, takes room in its pool'
else
  free=$(vgs --noheadings --units b --nosuffix --options vg_free -- "$group") || die 3 "its volume group cannot be read"
  free=${free// /}
  [[ $free =~ ^[0-9]+$ ]] || die 1 "LVM does not tell what is free in $group"
  ((free >= size * 1048576)) || die 3 "only $((free / 1048576)) MiB are free in $group, $size MiB are wanted"
  arguments=(--size "${size}m") what="$size MiB for changes"
fi
if $dry_run; then
  printf 'would make: %s/%s of %s (%s)\n' "$group" "$name" "$volume" "$what"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
timeout 120 lvcreate --snapshot --name "$name" "${arguments[@]}" -- "$volume" || die 1 "the snapshot could not be made"
origin=$volume volume=$group/$name
made=$(field origin) || made=''
[[ $made == "${origin#*/}" ]] || die 1 "$volume is not there, or no snapshot of $origin"
printf 'made: %s of %s (%s)\n' "$volume" "$origin" "$what"
if [[ $kind != thin ]]; then
  printf 'watch it: when snap_percent of lvs reaches 100 the snapshot is lost\n'
fi
