#!/usr/bin/env bash
# Unmount a file system; when it is busy, list the processes that use it instead.
#
# Undo: mount PATH when it is in /etc/fstab; else mount the device, which is printed, there again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: unmount-file-system --path PATH [--dry-run]

Unmount the file system at PATH and check that it is gone. When processes use it, nothing is
unmounted and they are listed with their PIDs. File systems mounted below it are listed and must
be unmounted first. There is no lazy or forced unmount here: it hides a busy file system instead
of freeing it; so a share whose server does not answer stays. Those the host needs are refused.
Where the file system is still mounted elsewhere, its device is not free: other places here are
told, and containers or services that have it mounted for themselves make it a failure. Other parts
of its disk that are in use are told, for then the disk is not to be detached. That an automount waits
there, which mounts it again for whoever looks, is told.

  --path PATH  where the file system is mounted
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 it is not mounted, 1 it failed or others have it mounted, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'unmount-file-system: %s\n' "$2" >&2
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
for tool in findmnt umount realpath timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Without following the last part into a dead NFS server: realpath asks the kernel for each part.
real=$(timeout 10 realpath -m -- "$path") || die 1 "$path does not answer (a dead network file system?)"
case $real in
  / | /boot | /boot/* | /dev | /dev/* | /etc | /proc | /proc/* | /run | /sys | /sys/* | /tmp | /usr | /usr/* | /var | /var/log | /home) die 3 "refused: the host itself needs $real" ;;
esac

mounted() { # the uppermost file system there; one of autofs only waits for another
  local line found=''
  while IFS= read -r line; do
    [[ -z $line || $line == *' autofs '* ]] || found=$line
  done < <(findmnt --noheadings --raw --output MAJ:MIN,SOURCE,FSTYPE,OPTIONS --mountpoint "$real")
  [[ -n $found ]] && printf '%s\n' "$found"
}
if ! what=$(mounted); then
  printf 'not mounted: %s\n' "$real"
  exit 0
fi
number=${what%% *} what=${what#* }
printf 'mounted on %s: %s\n' "$real" "$what"

below=0
while IFS= read -r place; do
  printf -v place '%b' "$place" # a blank is \x20 in this form
  [[ $place == "$real"/* ]] || continue
  printf 'mounted below it, unmount first: %s\n' "$place"
  below=$((below + 1))
done < <(findmnt --noheadings --raw --kernel --output TARGET)
((below == 0)) || die 3 "$below file systems are mounted below $real"

users() {
  local list
  if command -v fuser >/dev/null; then
    list=$(timeout 20 fuser -v -m "$real" 2>&1 | tr -d '\r' | grep -v -E -e 'kernel +mount' -e 'Cannot stat file') || true
    printf '%s\n' "$list"
    [[ $list == *[0-9]* || $list == *swap* ]] || printf 'no process that can be seen; the kernel itself may: an NFS export (exportfs), a loop device (losetup) or a container\n'
  else
    printf 'fuser is not installed (package psmisc), so who uses it cannot be told\n'
  fi
}
elsewhere() { # where else the file system is mounted: here, and by processes that have mounts of their own
  local place each table own process
  own=$(readlink /proc/self/ns/mnt) || own=''
  local -A seen=(["$own"]=1)
  here=0 apart=0
  while IFS= read -r place; do
    printf -v place '%b' "$place"
    [[ $place != "$real" ]] || continue
    printf 'note: the same file system is mounted at %s, so its device is not free\n' "$place" >&2
    here=$((here + 1))
  done < <(findmnt --noheadings --raw --kernel --output MAJ:MIN,TARGET | while read -r each place; do [[ $each != "$number" ]] || printf '%s\n' "$place"; done)
  ((here == 0)) || return 0
  for table in /proc/[0-9]*/mountinfo; do
    process=${table%/mountinfo}
    own=$(readlink "$process/ns/mnt" 2>/dev/null) || continue
    if [[ -n ${seen[$own]:-} ]] || ! grep -qsF " $number " "$table"; then continue; fi
    seen[$own]=1 apart=$((apart + 1))
    { IFS= read -r each <"$process/comm"; } 2>/dev/null || each='?'
    printf 'process %s (%s) has it mounted for itself\n' "${process##*/}" "${each//[[:cntrl:]]/?}"
  done
}
beside() { # which other parts of its disks are in use, as file systems or as swap
  local source disks disk used='' each name place
  read -r source _ < <(printf '%s\n' "$what")
  [[ $source == /dev/* ]] || return 0 # of a server, or in memory
  disks=$(lsblk --inverse --noheadings --list --paths --output NAME,TYPE -- "${source%%\[*}" 2>/dev/null | sed -n -E 's/^([^ ]+) +(disk|loop|mpath)$/\1/p' | sort -u) || disks=''
  for disk in $disks; do
    while read -r each name place; do
      if [[ -n $place && $each != "$number" && $name != "${source%%\[*}" ]]; then used+="; $name ($place)"; fi
    done < <(lsblk --noheadings --raw --paths --output MAJ:MIN,NAME,MOUNTPOINT -- "$disk" 2>/dev/null || true)
  done
  [[ -n $disks ]] || printf 'note: whether other parts of its disk are in use could not be told (lsblk): look before it is detached\n' >&2
  [[ -z $used ]] || printf 'note: its disk must not be detached yet, other parts of it are in use: %s\n' "${used#; }" >&2
}
if $dry_run; then
  printf 'in use by:\n%s\n' "$(users || true)"
  elsewhere
  beside
  printf 'would unmount: %s\n' "$real"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
timeout 60 sync -f -- "$real" 2>/dev/null || true
if ! message=$(timeout 60 umount -- "$real" 2>&1); then
  printf '%s\n' "${message:-umount did not end within 60 s}" >&2
  printf 'in use by:\n%s\n' "$(users || true)"
  die 1 "$real is still mounted"
fi
# Several file systems may be mounted on one another in the same place.
if still=$(mounted); then die 1 "another file system is still mounted there: ${still#* }"; fi
printf 'unmounted: %s\n' "$real"
if findmnt --noheadings --raw --output MAJ:MIN,SOURCE,FSTYPE,OPTIONS --mountpoint "$real" | grep -q ' autofs '; then
  printf 'note: an automount waits at %s and mounts it again for whoever looks there; stop its unit (systemctl list-units --type=automount) or autofs first\n' "$real" >&2
fi
elsewhere
beside
((apart == 0)) || die 1 "it is unmounted here, and still mounted by those: its device is not free"
