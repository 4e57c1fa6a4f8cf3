#!/usr/bin/env bash
# Check a file system table for lines that would fail at boot.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-fstab [--file PATH]

Have findmnt verify the table (devices, types, mount points, order), look for what is mounted from a
file or directory that is not there (loop, bind), for options of ext, xfs, btrfs, vfat and tmpfs that
are none, and name the entries that ought to be mounted at boot and are not mounted now. What is
missing stops the boot in emergency mode when a local file system needs it: not swap, one of the
network (nfs, cifs and their like, _netdev), one with nofail or one that is mounted on demand
(x-systemd.automount); for those the boot waits and goes on. Values of options are not looked at, nor
options of other file systems. Only root can compare the types with what is on the disks. Devices,
directories and mounts are those of the running system, also for the table of another one.

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

# Options by their names, without values: of all file systems, and of each kind.
known=' defaults rw ro auto noauto dev nodev suid nosuid exec noexec atime noatime diratime nodiratime relatime norelatime strictatime nostrictatime
 lazytime nolazytime sync async dirsync user nouser users nousers group nogroup owner noowner nofail _netdev comment silent loud mand nomand
 iversion noiversion symfollow nosymfollow context fscontext defcontext rootcontext seclabel remount bind rbind private rprivate shared rshared
 slave rslave unbindable runbindable loop offset sizelimit encryption '
declare -A own=([swap]=' sw pri discard nodiscard ' [ext]=' data errors norecovery noload commit barrier nobarrier discard nodiscard acl noacl user_xattr nouser_xattr
 quota noquota usrquota grpquota prjquota usrjquota grpjquota jqfmt journal_checksum nojournal_checksum journal_async_commit journal_dev journal_path journal_ioprio
 journal delalloc nodelalloc auto_da_alloc noauto_da_alloc max_batch_time min_batch_time debug minixdf bsddf grpid nogrpid bsdgroups sysvgroups resuid resgid sb check
 nocheck nouid32 oldalloc orlov reservation noreservation dioread_lock dioread_nolock nodioread_nolock max_dir_size_kb i_version init_itable noinit_itable inlinecrypt
 prefetch_block_bitmaps no_prefetch_block_bitmaps dax stripe block_validity noblock_validity inode_readahead_blks nombcache no_mbcache mb_optimize_scan data_err
 warn_on_error nowarn_on_error mblk_io_submit nomblk_io_submit '
 [xfs]=' allocsize attr2 noattr2 filestreams ikeep noikeep inode32 inode64 largeio nolargeio logbufs logbsize logdev rtdev noalign nouuid quota noquota usrquota grpquota
 prjquota uquota gquota pquota uqnoenforce gqnoenforce pqnoenforce qnoenforce sunit swidth swalloc wsync norecovery discard nodiscard grpid nogrpid bsdgroups sysvgroups
 dax lifetime nolifetime max_atomic_write max_open_zones '
 [btrfs]=' acl noacl autodefrag noautodefrag barrier nobarrier clear_cache commit compress compress-force datacow nodatacow datasum nodatasum degraded device discard
 nodiscard enospc_debug noenospc_debug fatal_errors flushoncommit noflushoncommit inode_cache max_inline metadata_ratio norecovery nologreplay rescan_uuid_tree rescue
 recovery skip_balance space_cache nospace_cache ssd nossd ssd_spread nossd_spread subvol subvolid thread_pool treelog notreelog usebackuproot user_subvol_rm_allowed '
 [vfat]=' uid gid umask dmask fmask allow_utime codepage iocharset shortname utf8 uni_xlate nonumtail quiet flush tz time_offset nfs rodir showexec sys_immutable dots
 nodots dotsOK usefree fat conv blocksize discard errors check debug '
 [tmpfs]=' size nr_blocks nr_inodes mode uid gid huge mpol noswap inode32 inode64 quota usrquota grpquota ')

# findmnt says "Success, no errors or warnings detected" or lists what it found, with a sum.
rc=0 missing=0 lost=0 odd=0 lines=0 plain='' link='' beyond=''
verdict=$(findmnt --verify --tab-file "$file" 2>&1) || rc=$?
printf '%s\n' "$verdict"
while read -r device place kind options _ || [[ -n $device ]]; do
  [[ -n $device ]] || continue
  lines=$((lines + 1)) needed=false
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
  case $kind in # what systemd takes for the network's by its type
    nfs | nfs4 | cifs | smb3 | smbfs | sshfs | fuse.sshfs | ceph | fuse.ceph | glusterfs | fuse.glusterfs | afs | gfs | gfs2 | ncp | ncpfs | pvfs2 | davfs) options+=,_netdev ;;
  esac
  [[ $kind == swap || ,$options, == *,nofail,* || ,$options, == *,_netdev,* || ,$options, == *,x-systemd.automount* ]] || needed=true
  # A disk, or the file or directory that a loop or bind mount shows; //NAS/SHARE and what fuse takes is neither.
  if [[ $node == /* && $node != //* && $kind != fuse* && $kind != 9p && $kind != virtiofs && ! -e $node && ,$options, != *,noauto,* && ,$options, != *,nofail,* ]]; then
    word=device
    [[ $node == /dev/* ]] || word='file or directory'
    if $needed; then
      printf 'NO SUCH %s, the boot will stop: %s\n' "${word^^}" "$(shown "$device")"
      lost=$((lost + 1))
    else
      printf 'no such %s, the boot waits for it and goes on: %s\n' "$word" "$(shown "$device")"
    fi
  fi
  case $kind in
    ext[234] | xfs | btrfs | vfat | tmpfs | swap | none | auto)
      taken=$known${own[${kind/#ext?/ext}]-${own[*]}} # of what is found out or bound: those of all
      IFS=, read -r -a names <<<"${options//\"*\"/}" # within quotes there may be commas
      for name in ${names[@]+"${names[@]}"}; do
        name=${name%%=*}
        [[ -n $name && $name != [xX]-* && ! $taken =~ [[:space:]]"$name"[[:space:]] ]] || continue
        printf 'NOT A KNOWN OPTION of %s, is it misspelt or of another file system? %s of %s\n' "$kind" "$(shown "$name")" "$(shown "$place")"
        odd=$((odd + 1))
      done
      ;;
    *)
      [[ " $beyond " == *" $kind "* ]] || beyond+=" $kind"
      [[ $kind != @(nfs|nfs4|cifs) || -x /sbin/mount.$kind ]] || printf 'NOT INSTALLED: mount.%s, without which %s is not mounted\n' "$kind" "$(shown "$place")"
      ;;
  esac
  [[ $kind != swap && $place == /* && ,$options, != *,noauto,* && ,$options, != *x-systemd.automount* ]] || continue
  decoded "$place"
  place=$plain
  if ! findmnt --kernel --mountpoint "$place" >/dev/null 2>&1; then
    word='the boot goes on without it'
    if $needed; then word='stops the boot when its device is missing'; fi
    printf 'not mounted now: %s from %s (%s)\n' "$(shown "$place")" "$(shown "$device")" "$word"
    missing=$((missing + 1))
  fi
done < <(sed 's/^[[:space:]]*#.*//' "$file")
printf '%d entries, %d of them not mounted though they should be at boot\nnot checked: values of options, whether disks of the network (iSCSI) have _netdev%s\n' \
  "$lines" "$missing" "${beyond:+, any option of$(shown "$beyond")}"
[[ $file == /etc/fstab ]] || printf 'note: devices, directories and mounts were looked for in the running system\n'
[[ $(id -u) == 0 ]] || printf 'note: without root the types are not compared with what is on the disks\n'
((lost == 0)) || die 1 "$lost devices, files or directories in $file do not exist"
((rc == 0)) || die 1 "findmnt found errors in $file"
((odd == 0)) || die 1 "$odd options in $file are not known here; what the kernel does not know either is not mounted"
