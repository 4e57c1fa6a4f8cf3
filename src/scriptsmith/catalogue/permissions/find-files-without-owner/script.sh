#!/usr/bin/env bash
# Find files whose user or group no longer exists.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-files-without-owner [--directory DIR] [--limit N]

List the files and directories below a directory whose user id or group id belongs to no account
or group, as they are left behind when an account is deleted. The next account with that number
would own them. The sum for each number is shown too. File systems of this host that are mounted below
it are searched too; network mounts are not, and are named. Where accounts come from a directory
service (LDAP), it has to answer, or all its accounts are unknown. Layers of containers (below
/var/lib/docker) hold the numbers of their images, and are listed too.

  --directory DIR  where to look, with everything below it (default /)
  --limit N        how many paths to show (default 100)
  --help           show this text

Exit status: 0 none was found, 1 some were, or not all could be searched, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-files-without-owner: %s\n' "$2" >&2
  exit "$1"
}

directory=/ limit=100
while (($# > 0)); do
  case $1 in
    --directory | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --limit) limit=$2 ;;
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
{ [[ $limit =~ ^[0-9]{1,8}$ ]] && ((10#$limit >= 1 && 10#$limit <= 100000)); } ||
  die 2 "--limit takes a whole number from 1 to 100000, not '$limit'"
limit=$((10#$limit))
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

complete=false records=()
declare -A told=()
while IFS= read -r -d '' record; do
  if [[ $record == complete ]]; then complete=true
  elif [[ $record == 'directory '* ]]; then # find stops at a subvolume that is no mount
    [[ " ${places[*]} " == *" ${record#directory } "* || $(stat -f -c %T -- "${record#directory }") != btrfs ]] || network+=("${record#directory } (a subvolume)")
  elif [[ -z ${told[$record]-} ]]; then records+=("$record") told[$record]=yes; fi # a mount point is met from both sides
done < <(find "${places[@]}" -xdev -ignore_readdir_race -type d -inum 256 -printf 'directory %p\0' , \( -nouser -o -nogroup \) -printf '%U:%u\t%G:%g\t%y\t%p\0' 2>/dev/null && printf 'complete\0')

declare -A sum=()
shown_now=0
for record in "${records[@]}"; do
  IFS=$'\t' read -r user group kind _ <<<"${record//$'\n'/ }" # a group of a directory may be "domain users"
  path=${record#*$'\t'*$'\t'*$'\t'}
  what=''
  # find prints the number again where there is no name.
  if [[ ${user%%:*} == "${user#*:}" ]]; then what="user ${user%%:*}"; fi
  if [[ ${group%%:*} == "${group#*:}" ]]; then what+="${what:+, }group ${group%%:*}"; fi
  sum[$what]=$((${sum[$what]:-0} + 1))
  if ((shown_now < limit)); then
    printf '%s  %-28s %s\n' "$kind" "$what" "$(shown "$path")"
    shown_now=$((shown_now + 1))
  fi
done
if ((${#records[@]} > shown_now)); then printf '… and %d more\n' "$((${#records[@]} - shown_now))"; fi
for what in "${!sum[@]}"; do
  printf 'sum: %8d of %s\n' "${sum[$what]}" "$what"
done | sort -k2,2nr
printf '%d files without owner or group below %s\n' "${#records[@]}" "$(shown "$directory")"
((${#records[@]} == 0)) || printf 'note: before you delete any: containers have such numbers too, and every account of a directory service that does not answer\n'
((${#network[@]} == 0)) || printf 'not searched, for other hosts have it, or its kind is not known: %s\n' "${network[@]//[[:cntrl:]]/?}"
$complete || die 1 "not all of $directory could be searched (run this as root)"
((${#records[@]} == 0)) || exit 1
