#!/usr/bin/env bash
# Make a swap file, turn it on until the next boot, and check that the kernel uses it.
#
# Undo: swapoff FILE and delete it, as the entry remove-swap-file does.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-swap-file [--size N] [--file PATH] [--dry-run] [--proc-root DIR]

Make a file of N MiB that only root can read, and use it as swap. At least a tenth of the file
system and 512 MiB stay free. The line that /etc/fstab needs to keep it after a boot is printed
and not written. That a kubelet does not like swap is told. A file that exists is never touched: one that is in use with another size is
refused, and so are btrfs, zfs, tmpfs and network file systems.

  --size N         size of the swap file, in MiB (default 2048)
  --file PATH      name of the new file (default /swapfile)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 the swap file is in use, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-swap-file: %s\n' "$2" >&2
  exit "$1"
}

size=2048 file=/swapfile proc=/proc dry_run=false
while (($# > 0)); do
  case $1 in
    --size | --file | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --size) size=$2 ;;
        --file) file=$2 ;;
        --proc-root) proc=$2 ;;
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

[[ $size =~ ^0*[1-9][0-9]{0,6}$ ]] || die 2 "--size takes a whole number of MiB above 0, not '$size'"
[[ $file =~ ^/[A-Za-z0-9/_.+-]+$ && $file != */ && $file != *..* ]] || die 2 "--file takes an absolute name of letters, digits and ._+-, not '$file'"
size=$((10#$size))
((size >= 16)) || die 2 "--size of $size MiB is too little to be of use; 16 is the least"
for tool in fallocate mkswap swapon stat df chmod; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
directory=${file%/*}/
# The kernel knows it by its real name, without links.
directory=$(cd -- "$directory" 2>/dev/null && pwd -P) || die 3 "no such directory: $directory"
directory=${directory%/}/ file=${directory%/}/${file##*/}
[[ $file =~ ^/[A-Za-z0-9/_.+-]+$ ]] || die 3 "the real name $file has other characters than letters, digits and ._+-"

while read -r name _ kib _; do
  if [[ $name == "$file" ]]; then
    [[ $kib =~ ^[0-9]+$ ]] || die 1 "$proc/swaps does not tell the size of $file"
    # The first page of the file is no swap.
    mib=$(((kib + 1023) / 1024))
    ((mib == size)) || die 3 "$file is in use already, with $mib MiB; name another --file to add $size MiB"
    printf 'in use already: %s\n' "$file"
    exit 0
  fi
done <"$proc/swaps"
[[ ! -e $file && ! -L $file ]] || die 3 "$file exists and is no swap file in use; it is not touched"

kind=$(stat -f -c %T -- "$directory")
case $kind in
  btrfs | zfs | tmpfs | ramfs | nfs* | cifs | smb* | fuse* | overlayfs) die 3 "a file on $kind cannot be used as swap here" ;;
esac
read -r total free < <(df -k --output=size,avail -- "$directory" | sed 1d) || die 1 "could not tell how much is free in $directory"
keep=$((total / 10 > 524288 ? total / 10 : 524288))
((free - size * 1024 >= keep)) || die 3 "$directory has $((free / 1024)) MiB free; with $size MiB of swap less than $((keep / 1024)) MiB would be left"

if $dry_run; then
  printf 'would add: %d MiB of swap in %s (%s)\n' "$size" "$file" "$kind"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
undo() { rm -f -- "$file"; }
(umask 077 && set -o noclobber && : >"$file") || die 1 "could not make $file"
trap undo EXIT
chmod 600 -- "$file" || die 1 "could not set the mode of $file"
fallocate --length "${size}MiB" -- "$file" || die 1 "could not reserve $size MiB for $file"
mkswap -- "$file" >/dev/null || die 1 "mkswap failed"
swapon -- "$file" || die 1 "the kernel does not take $file as swap (see dmesg)"
used=false
while read -r name _; do
  if [[ $name == "$file" ]]; then used=true; fi
done <"$proc/swaps"
# From here on the file may be in use, so it stays.
trap - EXIT
$used || die 1 "swapon reported success, but $file is not among the swap areas"
printf 'added: %d MiB of swap in %s, until the next boot\n' "$size" "$file"
for each in "$proc"/[0-9]*/comm; do
  if { IFS= read -r name <"$each"; } 2>/dev/null && [[ $name == kubelet ]]; then
    printf 'note: a kubelet runs here, which by default does not start again while there is swap (failSwapOn)\n' >&2
    break
  fi
done
printf 'to keep it, in /etc/fstab: %s none swap sw 0 0\n' "$file"
