#!/usr/bin/env bash
# Show the mounted file systems with device, type and options, and point out what is read-only.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-mounts [--type NAME] [--mounts FILE] [--fstab FILE]

List the mounted file systems with their options. Those of the kernel itself (proc, sysfs, cgroup
and the like) are left out unless their type is asked for. A file system that is read-only now
although /etc/fstab does not say so is marked: usually the kernel did that after an error.

  --type NAME    only this type of file system, such as xfs or nfs4; all shows every real one
                 (default all)
  --mounts FILE  table of mounts to read (default /proc/self/mounts)
  --fstab FILE   table of what is meant to be mounted (default /etc/fstab)
  --help         show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-mounts: %s\n' "$2" >&2
  exit "$1"
}

type=all mounts=/proc/self/mounts fstab=/etc/fstab
while (($# > 0)); do
  case $1 in
    --type | --mounts | --fstab)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --type) type=$2 ;;
        --mounts) mounts=$2 ;;
        --fstab) fstab=$2 ;;
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

[[ $type =~ ^[a-z0-9._-]{1,40}$ ]] || die 2 "--type takes a type of file system or all, not '$type'"
[[ -r $mounts ]] || die 3 "cannot read $mounts"

# What fstab says of each place; blanks in a name are \040 in both files.
declare -A meant=()
if [[ -r $fstab ]]; then
  while read -r _ place _ options _ || [[ -n $place ]]; do
    [[ $place == /* ]] && meant[$place]=$options
  done < <(sed 's/^[[:space:]]*#.*//' "$fstab")
fi

shown=0 broken=0
while read -r device place kind options _; do
  if [[ $type == all ]]; then
    case $kind in
      proc | sysfs | cgroup* | devpts | devtmpfs | mqueue | debugfs | tracefs | securityfs | pstore | bpf | \
        hugetlbfs | configfs | fusectl | autofs | binfmt_misc | efivarfs | ramfs | nsfs | selinuxfs | rpc_pipefs) continue ;;
    esac
  else
    [[ $kind == "$type" ]] || continue
  fi
  mark=''
  if [[ ,$options, == *,ro,* ]]; then
    mark='  READ-ONLY'
    if [[ -n ${meant[$place]:-} && ,${meant[$place]}, != *,ro,* ]]; then
      mark='  READ-ONLY, and fstab does not say so'
      broken=$((broken + 1))
    fi
  fi
  if [[ ,$options, =~ ,(emergency_ro|shutdown), ]]; then # the words of newer kernels; ext4 stays "rw" then
    mark='  STOPPED BY THE KERNEL after an error, nothing is written'
    broken=$((broken + 1))
  fi
  # Octal escapes of the kernel are kept, so that a name stays one word.
  printf '%-28s %-10s %s%s\n    %s\n' "$place" "$kind" "$device" "$mark" "$options"
  shown=$((shown + 1))
done <"$mounts"

if ((shown == 0)); then
  printf 'no file system of type %s is mounted\n' "$type"
else
  printf '%d file systems\n' "$shown"
fi
if ((broken > 0)); then
  printf 'look at the kernel log: %d went read-only without being told to\n' "$broken"
fi
