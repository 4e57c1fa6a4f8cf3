#!/usr/bin/env bash
# Find directories that all may write to without the sticky bit.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-directories-without-sticky-bit [--directory DIR]

List the directories below a directory that everybody may write to and that lack the sticky bit
(as /tmp has it): there anybody may delete and replace the files of others. It prints for each the
command that would set the bit, and runs none. File systems of this host that are mounted below it
are searched too; network mounts are not, and are named.

  --directory DIR  where to look, with everything below it (default /)
  --help           show this text

Exit status: 0 none was found, 1 some were, or not all could be searched, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-directories-without-sticky-bit: %s\n' "$2" >&2
  exit "$1"
}

directory=/
while (($# > 0)); do
  case $1 in
    --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      directory=$2
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
for tool in find realpath stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ -r $directory && -x $directory ]] || die 3 "cannot read $directory"

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
      ext[234] | xfs | btrfs | f2fs | jfs | zfs | bcachefs | reiserfs | nilfs2 | ecryptfs | vfat | exfat | ntfs3 | fuseblk | hfsplus | ramfs | tmpfs | devtmpfs)
        [[ $(stat -c %d -- "$mount" 2>/dev/null) != "$own" ]] || continue
        for other in "${seen[@]}"; do # one that is mounted twice is searched once; a subvolume is not searched with what it lies in
          if [[ "$device $root" == "$other" || $kind != btrfs* && "$device $root/" == "${other%/}/"* ]]; then continue 2; fi
        done
        seen+=("$device $root") places+=("$mount")
        ;;
      squashfs | erofs | iso9660 | udf | cramfs) ;; # nobody writes to these, nor gives their files away
      *) [[ ' autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts efivarfs fusectl hugetlbfs mqueue nsfs proc pstore rpc_pipefs securityfs selinuxfs sysfs tracefs ' == *" ${kind%% *} "* ]] || network+=("$mount (${kind%% *})") ;;
    esac
  done </proc/self/mountinfo || die 3 "the mounts of this machine cannot be read"
}
mounted_below

complete=false found=0
declare -A told=()
while IFS= read -r -d '' record; do
  if [[ $record == complete ]]; then
    complete=true
    continue
  fi
  if [[ $record == 'directory '* ]]; then # find stops at a subvolume that is no mount
    [[ " ${places[*]} " == *" ${record#directory } "* || $(stat -f -c %T -- "${record#directory }") != btrfs ]] || network+=("${record#directory } (a subvolume)")
    continue
  fi
  path=${record#*$'\t'} # a group of a directory service may be "domain users"
  [[ -z ${told[$path]-} ]] || continue # a mount point is met from both sides
  found=$((found + 1)) told[$path]=yes
  printf '%s  %q\n' "${record%%$'\t'*}" "$path"
done < <(find "${places[@]}" -xdev -ignore_readdir_race -type d -inum 256 -printf 'directory %p\0' , -type d -perm -0002 ! -perm -1000 -printf '%M %u:%g\t%p\0' 2>/dev/null && printf 'complete\0')

if ((found > 0)); then
  printf '%d directories without the sticky bit; chmod +t DIR sets it\n' "$found"
elif $complete; then
  printf 'none: each directory that all may write to has the sticky bit\n'
fi
((${#network[@]} == 0)) || printf 'not searched, for other hosts have it, or its kind is not known: %s\n' "${network[@]//[[:cntrl:]]/?}"
$complete || die 1 "not all of $directory could be searched (run this as root)"
((found == 0)) || exit 1
