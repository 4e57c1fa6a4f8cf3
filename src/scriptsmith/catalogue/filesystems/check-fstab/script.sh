#!/usr/bin/env bash
# Check a file system table for lines that would fail at boot.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-fstab [--file PATH]

Have findmnt verify the table (devices, types, options, mount points, order), and name the entries
that ought to be mounted at boot and are not mounted now. A missing device stops the boot in
emergency mode when a local file system needs it: not swap, one of the network (nfs, cifs and their
like, _netdev), one with
nofail or one that is mounted on demand (x-systemd.automount); for those the boot waits and goes on.

  --file PATH  table to check (default /etc/fstab)
  --help       show this text

Exit status: 0 the table is in order, 1 it has errors, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-fstab: %s\n' "$2" >&2
  exit "$1"
}

file=/etc/fstab
while (($# > 0)); do
  case $1 in
    --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      file=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in findmnt sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -r $file && -f $file ]] || die 3 "cannot read $file"
# What octal escapes of the table stand for: a blank is \040 there.
decoded() { # TEXT: sets $plain
  local rest=$1
  plain=''
  while [[ $rest =~ ^([^\\]*)\\([0-7]{3})(.*)$ ]]; do
    printf -v plain '%s%s%b' "$plain" "${BASH_REMATCH[1]}" "\\0${BASH_REMATCH[2]}"
    rest=${BASH_REMATCH[3]}
  done
  plain+=$rest
}
# How udev writes a label as a name below /dev/disk: what is not plain or UTF-8 as \xHH.
encoded() { # TEXT: sets $link
  local i char
  link=''
  for ((i = 0; i < ${#1}; i++)); do
    char=${1:i:1}
    if [[ $char == [[:ascii:]] && $char != [A-Za-z0-9#+.:=@_-] ]]; then printf -v char '\\x%02x' "'$char"; fi
    link+=$char
  done
}
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }

# findmnt says "Success, no errors or warnings detected" or lists what it found, with a sum.
rc=0
verdict=$(findmnt --verify --tab-file "$file" 2>&1) || rc=$?
printf '%s\n' "$verdict"
missing=0 lost=0 lines=0 plain='' link=''
while read -r device place kind options _; do
  [[ -n $device ]] || continue
  lines=$((lines + 1))
  decoded "$device"
  node=${plain//\"/}
  encoded "${node#*=}"
  case $node in
    UUID=*) node=/dev/disk/by-uuid/$link ;;
    LABEL=*) node=/dev/disk/by-label/$link ;;
    PARTLABEL=*) node=/dev/disk/by-partlabel/$link ;;
    PARTUUID=*) node=/dev/disk/by-partuuid/$link ;;
  esac
  # The target local-fs alone ends in emergency mode; what is only wanted, or waited for elsewhere, does not.
  needed=false
  case $kind in # what systemd takes for the network's by its type
    nfs | nfs4 | cifs | smb3 | smbfs | sshfs | fuse.sshfs | ceph | fuse.ceph | glusterfs | fuse.glusterfs | afs | gfs | gfs2 | ncp | ncpfs | pvfs2 | davfs) options+=,_netdev ;;
  esac
  [[ $kind == swap || ,$options, == *,nofail,* || ,$options, == *,_netdev,* || ,$options, == *,x-systemd.automount* ]] || needed=true
  if [[ $node == /dev/* && ! -e $node && ,$options, != *,noauto,* && ,$options, != *,nofail,* ]]; then
    if $needed; then
      printf 'NO SUCH DEVICE, the boot will stop: %s\n' "$(shown "$device")"
      lost=$((lost + 1))
    else
      printf 'no such device, the boot waits for it and goes on: %s\n' "$(shown "$device")"
    fi
  fi
  [[ $kind != swap && $place == /* && ,$options, != *,noauto,* && ,$options, != *x-systemd.automount* ]] || continue
  decoded "$place"
  place=$plain
  if ! findmnt --kernel --mountpoint "$place" >/dev/null 2>&1; then
    word='stops the boot when its device is missing'
    if [[ ,$options, == *,nofail,* ]]; then
      word='nofail: the boot goes on without it'
    elif ! $needed; then
      word='the boot goes on without it'
    fi
    printf 'not mounted now: %s from %s (%s)\n' "$(shown "$place")" "$(shown "$device")" "$word"
    missing=$((missing + 1))
  fi
done < <(sed 's/^[[:space:]]*#.*//' "$file")
printf '%d entries, %d of them not mounted though they should be at boot\n' "$lines" "$missing"
((lost == 0)) || die 1 "$lost devices in $file do not exist"
((rc == 0)) || die 1 "findmnt found errors in $file"
