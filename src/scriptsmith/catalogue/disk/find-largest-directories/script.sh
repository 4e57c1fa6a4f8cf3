#!/usr/bin/env bash
# Find the directories below a directory whose contents occupy the most space on disk.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: find-largest-directories [--directory DIR] [--limit N] [--depth LEVELS]

List the N (default 10) directories below DIR (default /), down to LEVELS levels (default 2), that
occupy the most space with everything in them, largest first, and the total of DIR. A directory
counts what its subdirectories hold, so a parent stands above its largest child. Other file systems
mounted below DIR are not entered but named, and a file with several hard links counts once. What was
deleted and is still open is in no directory, nor is what lies under a mount point: where DIR is a file
system as a whole, what is in use there is told, too.

  --directory DIR  where to look
  --limit N        how many directories to list, a whole number above 0
  --depth LEVELS   how deep to tell directories apart, a whole number above 0
  --help           show this text

Exit status: 0 done, 1 something could not be read, or went meanwhile (sizes may then be too low), 2 wrong
usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'find-largest-directories: %s\n' "$2" >&2
  exit "$1"
}

directory=/ limit=10 depth=2
while (($# > 0)); do
  case $1 in
    --directory | --limit | --depth)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --limit) limit=$2 ;;
        --depth) depth=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $directory ]] || die 2 "--directory must not be empty"
[[ $limit =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
[[ $depth =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--depth takes a whole number above 0, not '$depth'"
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
for tool in du sort sed numfmt stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# Exactly one trailing slash: a symbolic link is followed, and DIR itself can be told from the rest.
directory=${directory%"${directory##*[!/]}"}/

# One row more than asked for, as DIR itself is the first. The last record is how many there are, and each exit status.
# Without a size of its own sort writes to /tmp as soon as there are some megabytes, and fails where that is full.
mapfile -d '' -t rows < <(
  set +e
  du --null --one-file-system --block-size=1 --max-depth="$((10#$depth))" -- "$directory" |
    LC_ALL=C sort --buffer-size=25% -z -k1,1nr -k2 | sed -z -n -e "1,$((10#$limit + 1))p" -e '$='
  printf '%s\0' "${PIPESTATUS[*]}"
)
du_status=${rows[-1]} all=1
unset 'rows[-1]'
# The number, which is there when something was found, ends with a line break in older versions of sed.
if [[ $du_status == *$'\n'* ]]; then
  all=${du_status%%$'\n'*} du_status=${du_status#*$'\n'}
elif ((${#rows[@]} > 0)); then
  all=${rows[-1]}
  unset 'rows[-1]'
fi

# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
sort_status=${du_status#* } du_status=${du_status%% *}
sort_status=${sort_status%% *}
[[ $sort_status == 0 ]] || die 1 "the directories could not be sorted (more than fits into memory, and no room in ${TMPDIR:-/tmp}?)"
listed=0 total=''
for row in "${rows[@]}"; do
  bytes=${row%%$'\t'*} path=${row#*$'\t'}
  if [[ $path == "$directory" ]]; then
    total=$bytes
    continue
  fi
  ((listed < 10#$limit)) || break
  # A newline or an escape sequence in a name must not forge a line or reach the terminal.
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  printf '%8s  %s\n' "$(numfmt --to=iec "$bytes")" "$path"
  listed=$((listed + 1))
done

printf '%d of %d directories listed' "$listed" "$((all - 1))"
if [[ -n $total ]]; then printf ', %s in all of %s' "$(numfmt --to=iec "$total")" "$directory"; fi
printf '\n'
{ top=$(cd -- "$directory" && pwd -P) && own=$(stat -c %d -- "$top"); } || die 1 "cannot look at $directory"
while read -r _ _ _ root mount _ rest; do
  printf -v mount %b "$mount"
  kind=${rest#*- } kind=${kind%% *}
  [[ $mount != "$top" || $root != / || ! $kind =~ ^(ext[234]|xfs|btrfs|f2fs|jfs|zfs|tmpfs)$ ]] || printf 'in use on the whole file system: %s (what is in no directory was deleted and is still open, see lsof +L1, or lies under a mount point)\n' "$(numfmt --to=iec "$(($(stat -f -c '(%b-%f)*%S' -- "$top")))")"
  [[ $mount == "${top%/}"/?* ]] || continue
  case $kind in
    ext[234] | xfs | btrfs | f2fs | jfs | zfs | bcachefs | vfat | exfat | nfs* | cifs | smb* | ceph | glusterfs | lustre | gpfs | beegfs | 9p | virtiofs | fuse.* | fuseblk)
      [[ $(stat -c %d -- "$mount" 2>/dev/null) == "$own" ]] || printf 'not entered, another file system: %q\n' "$mount"
      ;;
  esac
done </proc/self/mountinfo || die 1 "the mounts of this machine cannot be read"
# A subvolume counts as another device and is in no list of mounts.
[[ $(stat -f -c %T -- "$top") != btrfs ]] || printf 'not entered either: btrfs subvolumes and snapshots below (btrfs subvolume list %q)\n' "$top"
[[ $du_status == 0 ]] || die 1 "something below $directory could not be read or went meanwhile, as du says: sizes may be too low"
