#!/usr/bin/env bash
# Find setuid and setgid programs below a directory.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-setuid-files [--directory DIR] [--days N]

List the regular files below a directory that run with the rights of their owner or group, with
mode, owner and the time of their last change, the latest first. With --days only those whose
data, mode or owner changed within that time are listed: none of them should be new unless
something was installed. File systems of this host that are mounted below it are searched too;
mounts of the network or of a kind that is not known, and subvolumes of btrfs that are not mounted
by themselves, are not, and are named.

  --directory DIR  where to look, with everything below it (default /)
  --days N         only what changed within this time; 0 lists all (default 0)
  --help           show this text

Exit status: 0 done, 1 not all could be searched, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-setuid-files: %s\n' "$2" >&2
  exit "$1"
}

directory=/ days=0
while (($# > 0)); do
  case $1 in
    --directory | --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --days) days=$2 ;;
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

# A name such as "-x" or "(" must not become part of what find is asked; a link is followed.
[[ $directory != [-\(!]* ]] || directory=./$directory
{ [[ $days =~ ^[0-9]{1,7}$ ]] && ((10#$days >= 0 && 10#$days <= 36500)); } ||
  die 2 "--days takes a whole number from 0 to 36500, not '$days'"
days=$((10#$days))
for tool in find sort realpath stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

# find enters no other file system by itself: those of this host that are mounted below are searched too.
mounted_below() { # sets places, what find has to search, and network: mounts of other hosts and of kinds that are not known, which are left out
  local top own device root mount rest kind other seen=()
  if ! top=$(realpath -- "$directory") || ! own=$(stat -c %d -- "$top"); then die 3 "cannot read $directory"; fi
  places=("${directory%/}/") network=()
  while read -r _ _ device root mount _ rest; do
    printf -v mount %b "$mount"
    [[ $mount == "${top%/}"/?* ]] || continue
    mount=${directory%/}/${mount#"${top%/}/"} kind=${rest#*- }
    case ${kind%% *} in
      nfs* | cifs | smb* | ceph | glusterfs | lustre | gpfs | 9p | virtiofs | fuse.*) network+=("$mount (${kind%% *})") ;;
      ext[234] | xfs | btrfs | f2fs | jfs | zfs | bcachefs | reiserfs | nilfs2 | ecryptfs | vfat | exfat | ntfs3 | fuseblk | hfsplus | \
        squashfs | erofs | iso9660 | udf | ramfs | tmpfs | devtmpfs)
        [[ $(stat -c %d -- "$mount" 2>/dev/null) != "$own" ]] || continue
        for other in "${seen[@]}"; do # one that is mounted twice is searched once; a subvolume is not searched with what it lies in
          if [[ "$device $root" == "$other" || $kind != btrfs* && "$device $root/" == "${other%/}/"* ]]; then continue 2; fi
        done
        seen+=("$device $root") places+=("$mount")
        ;;
      *) [[ ' autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts efivarfs fusectl hugetlbfs mqueue nsfs proc pstore rpc_pipefs securityfs selinuxfs sysfs tracefs ' == *" ${kind%% *} "* ]] || network+=("$mount (${kind%% *})") ;;
    esac
  done </proc/self/mountinfo || die 3 "the mounts of this machine cannot be read"
}
mounted_below

recent=()
((days == 0)) || recent=(-ctime "-$days")
complete=false lines=() root=0
while IFS= read -r -d '' record; do
  if [[ $record == complete ]]; then
    complete=true
    continue
  fi
  if [[ $record != 'directory '* ]]; then
    lines+=("$record")
    continue
  fi
  [[ " ${places[*]} " == *" ${record#directory } "* || $(stat -f -c %T -- "${record#directory }") != btrfs ]] || network+=("${record#directory } (a subvolume)")
done < <(find "${places[@]}" -xdev -ignore_readdir_race -type d -inum 256 -printf 'directory %p\0' -o -type f -perm /6000 "${recent[@]}" -printf '%C@\t%M\t%u:%g\t%CY-%Cm-%Cd\t%p\0' 2>/dev/null |
  sort -z -k1,1rn && ((PIPESTATUS[0] == 0)) && printf 'complete\0')

for record in "${lines[@]}"; do
  IFS=$'\t' read -r _ mode owner day _ <<<"${record//$'\n'/ }" # a group of a directory may be "domain users"
  path=${record#*$'\t'*$'\t'*$'\t'*$'\t'} # with its newlines
  [[ $mode != ???[sS]* || $owner != root:* ]] || root=$((root + 1))
  printf '%s  %-20s changed %s  %s\n' "$mode" "$owner" "$day" "$(shown "$path")"
done
since=''
((days == 0)) || since=" changed within $days days"
printf '%d setuid or setgid files%s, %d of them run as root, unless their mount says nosuid\n' "${#lines[@]}" "$since" "$root"
for place in "${network[@]}"; do printf 'not searched: %s\n' "$(shown "$place")"; done
$complete || die 1 "not all of $directory could be searched (run this as root)"
