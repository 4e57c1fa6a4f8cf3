#!/usr/bin/env bash
# Make a directory appear at a second place by a bind mount, and check that it does.
#
# Undo: umount TARGET, as the entry unmount-file-system does.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: bind-mount-directory --source PATH --target PATH [--dry-run]

Mount the directory SOURCE at TARGET as well, until the next boot, and print the line that
/etc/fstab would need to keep it. TARGET must be an empty directory, since what lies in it would
be hidden. File systems mounted below SOURCE do not appear, and are named. Containers that run already
do not see the mount.

  --source PATH  directory that is to appear a second time
  --target PATH  existing empty directory where it is to appear
  --dry-run      say what would be done, change nothing
  --help         show this text

Exit status: 0 the directory shows at the second place, 1 it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'bind-mount-directory: %s\n' "$2" >&2
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
  [[ $each == /* && $each != *[[:cntrl:]]* ]] || die 2 "--source and --target take absolute paths, not '$each'"
done
for tool in mount findmnt realpath stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $source ]] || die 3 "no such directory: $source"
[[ -d $target ]] || die 3 "no such directory: $target (make it first)"
source=$(realpath -e -- "$source") target=$(realpath -e -- "$target")
[[ $source != "$target" ]] || die 3 "source and target are the same directory"
case $target in
  / | /bin | /bin/* | /boot | /boot/* | /dev | /dev/* | /etc | /lib | /lib/* | /lib32* | /lib64* | /libx32* | /proc | /proc/* | /root | /run | /sbin | /sbin/* | /sys | /sys/* | /usr | /var) die 3 "refused: mounting over $target would break the host" ;;
esac

identity() { stat -c '%d:%i' -- "$1"; }
if [[ $(identity "$source") == "$(identity "$target")" ]]; then
  printf 'nothing to change: %s shows %s already\n' "$target" "$source"
  exit 0
fi
! findmnt --mountpoint "$target" >/dev/null || die 3 "something else is mounted at $target"
shopt -s nullglob dotglob
content=("$target"/*)
((${#content[@]} == 0)) || die 3 "$target is not empty: its ${#content[@]} entries would be hidden"
while IFS= read -r place; do
  printf -v place '%b' "$place" # a blank is \x20 in this form
  [[ $place != "${source%/}"/?* ]] || printf 'note: %s, which is mounted below it, will be empty there\n' "$place" >&2
done < <(findmnt --noheadings --raw --kernel --output TARGET)

if $dry_run; then
  printf 'would mount: %s at %s (bind)\n' "$source" "$target"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
mount --bind -- "$source" "$target" || die 1 "the mount failed"
[[ $(identity "$source") == "$(identity "$target")" ]] || die 1 "$target does not show $source after the mount"
printf 'mounted: %s shows %s (containers that run already do not see it)\n' "$target" "$source"
blank='\040'
printf 'to keep it after a boot, in /etc/fstab: %s %s none bind 0 0\n' "${source// /$blank}" "${target// /$blank}"
