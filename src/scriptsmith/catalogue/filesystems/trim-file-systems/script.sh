#!/usr/bin/env bash
# Tell the storage which blocks of a mounted file system are unused (fstrim).
#
# Undo: none, and none is needed: no file is touched. Deleted files can no longer be recovered
# afterwards.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: trim-file-systems [--path PATH] [--dry-run]

Run fstrim on the file system mounted at PATH and say how much was told to be free. It helps SSDs, and
thin pools and virtual disks that stay large after files were deleted. It can load the storage for
minutes. What the storage does not support is refused.

  --path PATH  where the file system is mounted (default /)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'trim-file-systems: %s\n' "$2" >&2
  exit "$1"
}

path=/ dry_run=false
while (($# > 0)); do
  case $1 in
    --path)
      (($# >= 2)) || die 2 "$1 needs a value"
      path=$2
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

[[ $path == /* && $path != *[[:cntrl:]]* ]] || die 2 "--path takes an absolute path, not '$path'"
for tool in fstrim findmnt realpath timeout tail; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
real=$(realpath -e -- "$path" 2>/dev/null) || die 3 "no such directory: $path"
# The last one lies above the others, such as an automount.
what=$(findmnt --noheadings --raw --output SOURCE,FSTYPE --mountpoint "$real" | tail -n 1) ||
  die 3 "$real is no mount point (findmnt --target $real names the file system it lies on)"
[[ ${what##* } != zfs ]] || die 3 "$real is of ZFS, which is trimmed by the pool: zpool trim ${what%%[/ ]*}"
mode=$(findmnt --noheadings --raw --output OPTIONS --mountpoint "$real" | tail -n 1) || mode=''
[[ ,$mode, != *,ro,* ]] || die 3 "$real is mounted read-only"
printf 'file system: %s on %s\n' "${what% *}" "$real"

if $dry_run; then
  printf 'would trim: %s (%s)\n' "$real" "${what##* }"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
rc=0
# LC_ALL=C, because the answer is looked at.
said=$(LC_ALL=C timeout 540 fstrim --verbose -- "$real" 2>&1) || rc=$?
case $rc:$said in
  0:*trimmed*) printf 'trimmed: %s\nnote: so much was told to be free; what the storage gives back shows there\n' "$said" ;;
  0:*) die 1 "fstrim told nothing: the storage may ignore it" ;;
  124:*) die 1 "not finished after 540 s; it may go on in the storage" ;;
  *'not supported'*) die 3 "the storage below $real does not support it: ${said##*: }" ;;
  *) die 1 "fstrim failed: $said" ;;
esac
