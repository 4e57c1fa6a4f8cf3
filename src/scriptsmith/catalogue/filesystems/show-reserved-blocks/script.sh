#!/usr/bin/env bash
# Show the blocks that an ext file system reserves for root, and what it knows of its last check.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-reserved-blocks --device PATH

Print size, free and reserved space of the ext2, ext3 or ext4 file system on a device, and for
whom it is reserved. While it is mounted, what is free is asked of the mounted file system. By default it is 5 percent: a lot of a large data volume. tune2fs -m 1 DEVICE
lowers it while it is mounted; on the root file system some is needed.

  --device PATH  block device with the ext2, ext3 or ext4 file system
  --help         show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-reserved-blocks: %s\n' "$2" >&2
  exit "$1"
}

device=''
while (($# > 0)); do
  case $1 in
    --device)
      (($# >= 2)) || die 2 "$1 needs a value"
      device=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $device ]] || die 2 "--device is needed (see --help)"
[[ $device =~ ^/dev/[A-Za-z0-9/_.+:-]+$ && $device != *..* ]] || die 2 "--device takes a device such as /dev/vdb1, not '$device'"
for tool in tune2fs findmnt stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -e $device ]] || die 3 "no such device: $device"
text=$(tune2fs -l "$device") || die 3 "$device holds no ext file system, or it may not be read (run as root)"

declare -A value=()
while IFS= read -r line; do
  [[ $line == *:* ]] || continue
  key=${line%%:*} rest=${line#*:}
  value[$key]=${rest#"${rest%%[! ]*}"}
done <<<"$text"
total=${value[Block count]:-} reserved=${value[Reserved block count]:-} free=${value[Free blocks]:-} block=${value[Block size]:-}
for number in "$total" "$reserved" "$free" "$block"; do
  [[ $number =~ ^[0-9]+$ ]] || die 1 "tune2fs told no sizes of $device"
done
((total > 0)) || die 1 "tune2fs told no size of $device"
everybody=$((free > reserved ? free - reserved : 0))
# While it is mounted, what is free stands in memory: the device tells how it was some time ago.
place=$(findmnt --noheadings --raw --first-only --output TARGET --source "$device") || place=''
if [[ -n $place ]]; then
  printf -v place '%b' "$place" # a blank is \x20 in this form
  numbers=$(stat --file-system --format '%f %a %S' -- "$place") || die 1 "cannot ask the file system at $place how much is free"
  read -r free everybody unit <<<"$numbers"
  free=$((free * unit / block)) everybody=$((everybody * unit / block))
fi

mib() { printf '%d MiB' $(($1 * (block / 1024) / 1024)); }
tenths=$((1000 * reserved / total))
printf '%s: %s in all\n' "$device" "$(mib "$total")"
printf 'reserved: %s (%d.%d%%), for user %s and group %s\n' "$(mib "$reserved")" $((tenths / 10)) $((tenths % 10)) \
  "${value[Reserved blocks uid]:-?}" "${value[Reserved blocks gid]:-?}"
printf 'free: %s, of that for everybody: %s\n' "$(mib "$free")" "$(mib "$everybody")"
printf 'state: %s, mounted %s times since the check of %s\n' "${value[Filesystem state]:-?}" "${value[Mount count]:-?}" "${value[Last checked]:-?}"
if ((everybody == 0)); then
  printf 'FULL for everybody but root: only reserved blocks are left\n'
fi
