#!/usr/bin/env bash
# List disks, partitions and volumes with size, type, file system, UUID and mount point, and name
# unused disks.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-block-devices

Show the tree of block devices with their file systems, UUIDs and mount points. Disks without
partitions, file system or mount are named as unused when blkid finds nothing on them either: a new
disk looks like that, but so does one whose content is known to a database or a hypervisor only.
Without root blkid cannot look, and without udev (in rescue systems) the types and UUIDs are missing.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-block-devices: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

PATH=$PATH:/usr/sbin:/sbin
for tool in lsblk blkid; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
tree=$(lsblk --output NAME,SIZE,TYPE,RO,FSTYPE,LABEL,UUID,MOUNTPOINT) || die 1 "lsblk could not list the devices"
[[ $tree == *$'\n'* ]] || die 3 "no block device is visible (in a container there are none)"
printf '%s\n\n' "$tree"

# KEY="value" pairs, in which odd characters stand as \x20; one device on each line.
rows=$(lsblk --pairs --paths --output NAME,TYPE,SIZE,FSTYPE,MOUNTPOINT,PKNAME) || die 1 "lsblk could not list the devices"
declare -A parent=() type=() size=() content=()
pattern='^NAME="([^"]*)" TYPE="([^"]*)" SIZE="([^"]*)" FSTYPE="([^"]*)" MOUNTPOINT="([^"]*)" PKNAME="([^"]*)"$'
names=()
while IFS= read -r row; do
  [[ $row =~ $pattern ]] || continue
  name=${BASH_REMATCH[1]}
  if [[ -z ${type[$name]:-} ]]; then names+=("$name"); fi
  type[$name]=${BASH_REMATCH[2]} size[$name]=${BASH_REMATCH[3]}
  content[$name]="${BASH_REMATCH[4]}${BASH_REMATCH[5]}"
  if [[ -n ${BASH_REMATCH[6]} ]]; then parent[${BASH_REMATCH[6]}]=yes; fi
done <<<"$rows"
((${#names[@]} > 0)) || die 1 "what lsblk printed could not be read"
disks=0 unused=0
for name in "${names[@]}"; do
  [[ ${type[$name]} == disk && ${size[$name]} != 0B ]] || continue # an empty reader or zram has no size
  disks=$((disks + 1))
  if [[ -z ${parent[$name]:-} && -z ${content[$name]} ]]; then
    # lsblk knows only what udev has seen.
    rc=0
    said=$(blkid -p "$name" 2>&1 </dev/null) || rc=$?
    if ((rc == 0)); then
      printf 'in use, though lsblk does not tell it: %s (%s): %s\n' "$name" "${size[$name]}" "${said//[[:cntrl:]]/ }"
    elif ((rc == 2)) && [[ -z $said && -r $name ]]; then # of a missing device blkid says nothing
      printf 'unused: %s (%s): no partition, no file system, not mounted; a database or virtual machine may use it without one\n' "$name" "${size[$name]}"
      unused=$((unused + 1))
    else
      printf 'perhaps unused: %s (%s): nothing is told of it, and its content could not be looked at\n' "$name" "${size[$name]}"
    fi
  fi
done
printf '%d devices, %d of them disks, %d disks unused\n' "${#names[@]}" "$disks" "$unused"
