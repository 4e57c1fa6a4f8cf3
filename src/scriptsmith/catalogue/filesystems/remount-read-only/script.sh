#!/usr/bin/env bash
# Remount a mounted file system read-only, and check that it is.
#
# Undo: mount -o remount,rw PATH, as the entry remount-read-write does.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remount-read-only --path PATH [--dry-run]

Make the file system that is mounted at PATH read-only. Programs that write to it get errors from
then on. When a file on it is open for writing the kernel refuses, and the processes are listed.
The root and the file systems that the host itself needs for writing are refused, and so is one
that is mounted in another place too (a bind mount, a subvolume): there it would be read-only, too.
What is mounted below stays as it is: where one of those can be written to it is named, and the status is 1.
It holds until somebody mounts it anew or the host boots: /etc/fstab is not changed.

  --path PATH  where the file system is mounted
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 it is read-only, 1 it failed or something mounted below is writable, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remount-read-only: %s\n' "$2" >&2
  exit "$1"
}

path='' dry_run=false
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

[[ -n $path ]] || die 2 "--path is needed (see --help)"
[[ $path == /* && $path != *[[:cntrl:]]* ]] || die 2 "--path takes an absolute path, not '$path'"
for tool in findmnt mount realpath; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
real=$(realpath -e -- "$path" 2>/dev/null) || die 3 "no such directory: $path"
case $real in
  / | /boot | /boot/* | /dev | /dev/* | /etc | /proc | /proc/* | /run | /run/* | /sys | /sys/* | /tmp | /usr | /var | /var/log | /home) die 3 "refused: the host itself needs to write to $real" ;;
esac

uppermost() { # COLUMNS: of the file system that is seen there; one of autofs lies below it
  local line found=''
  while IFS= read -r line; do
    [[ -z $line ]] || found=$line
  done < <(findmnt --noheadings --raw --output "$1" --mountpoint "$real")
  [[ -n $found ]] && printf '%s\n' "$found"
}
now=$(uppermost OPTIONS) || die 3 "$real is no mount point (findmnt --target $real names the file system it lies on)"
source=$(uppermost SOURCE,FSTYPE) || source='?'
# What is set is the whole file system, not this one place of it, and none that is mounted below.
{ number=$(uppermost MAJ:MIN) && [[ $number =~ ^[0-9]+:[0-9]+$ ]]; } || die 3 "refused: findmnt does not tell which file system this is"
others='' below=''
while read -r each options place; do
  printf -v place '%b' "$place" # a blank is \x20 in this form
  if [[ $place == "$real"/* && $options == rw* ]]; then below+=" ${place@Q}"; fi
  [[ $each != "$number" || $place == "$real" ]] || others+=" ${place@Q}"
done < <(findmnt --noheadings --raw --kernel --output MAJ:MIN,OPTIONS,TARGET)
[[ -z $below ]] || printf 'mounted below %s, and writable still:%s\n' "$real" "$below"
if [[ ,$now, == *,ro,* ]]; then
  [[ ,$(uppermost FS-OPTIONS), == *,ro,* ]] || die 3 "only this place of it is read-only ($real, a bind mount for instance): the file system can be written to where else it is mounted"
  printf 'read-only already: %s\n' "$real"
  [[ -z $below ]] || die 1 "what is mounted below can be written to"
  exit 0
fi
[[ -z $others ]] || die 3 "refused: it would be read-only in other places, too:$others"
printf 'now: %s (%s) is mounted with %s\n' "$real" "$source" "$now"
if ! command -v fuser >/dev/null; then
  printf 'fuser is not installed (package psmisc), so who writes cannot be told\n'
elif [[ $(id -u) != 0 ]]; then
  printf 'who writes can be told to root only\n'
else # "F" stands for a file that is open for writing
  fuser -v -m "$real" 2>&1 | grep -E '[[:space:]][.a-zA-Z]*F[.a-zA-Z]*[[:space:]]' || printf 'no process has a file on it open for writing\n'
fi
if $dry_run; then
  printf 'would remount read-only: %s\n' "$real"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
mount -o remount,ro -- "$real" || die 1 "the kernel refused; a file on $real is open for writing, or it is used by the kernel (swap file, export)"
now=$(uppermost OPTIONS) || die 1 "$real is not mounted any more"
[[ ,$now, == *,ro,* ]] || die 1 "$real is still mounted with $now"
printf 'remounted read-only: %s\nthis ends with the next mount or boot: what holds then stands in /etc/fstab or in a unit\n' "$real"
[[ ! ${source##* } =~ ^(nfs|cifs|smb|ceph|gfs2|ocfs2|lustre|gpfs|beegfs|fuse|9p|virtiofs) ]] || printf 'only this host stops: where else %s is in use it can be written to\n' "$source"
[[ -z $below ]] || die 1 "what is mounted below can be written to:$below"
