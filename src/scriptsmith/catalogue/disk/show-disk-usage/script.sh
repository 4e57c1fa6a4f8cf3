#!/usr/bin/env bash
# Show the local file systems that have more than a percentage of their space used, fullest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: show-disk-usage [--percent N]

List the mounted local file systems of which more than N percent (default 80) of the space is
used, the fullest first, and say how many there are; those with more than 90 percent of their inodes
used are named too, for nothing can be created without one. Network file systems are named and not asked, as
one that hangs would stop the answer; images that are full by design (squashfs, iso9660) are left out.

  --percent N  the threshold, a whole number from 0 to 100
  --help       show this text

Exit status: 0 done (whether or not any is that full), 1 some file system could not be read (the
others are listed), 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'show-disk-usage: %s\n' "$2" >&2
  exit "$1"
}

percent=80
while (($# > 0)); do
  case $1 in
    --percent)
      (($# >= 2)) || die 2 "$1 needs a value"
      percent=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $percent =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a whole number, not '$percent'"
percent=$((10#$percent))
((percent <= 100)) || die 2 "--percent lies between 0 and 100, not $percent"
for tool in df sort timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# df rounds the percentage up, so "more than N" holds for 80.1% when N is 80.
status=0
listing=$(LC_ALL=C timeout 60 df --local --human-readable --exclude-type=squashfs --exclude-type=iso9660 \
  --exclude-type=devtmpfs --output=pcent,ipcent,size,used,avail,fstype,target) || status=$?
((status != 124)) || die 1 "df gave no answer within 60 seconds: a file system may hang"
[[ -n $listing ]] || die 3 "df listed no file system (its exit status was $status)"

found=0 rows='' inodes=''
# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
while read -r used entries size taken free type mount; do
  # Files and directories may use up their number before the space is used up.
  if [[ $entries =~ ^(9[1-9]|100)%$ ]]; then
    printf -v row '%5s of the inodes used, whatever the space: %s\n' "$entries" "$mount"
    inodes+=$row
  fi
  # The overlay of a container repeats the disk below it.
  [[ $type != overlay || $mount == / ]] || continue
  # Pseudo file systems have "-" for a percentage; the heading has "Use%".
  [[ $used =~ ^([0-9]+)%$ ]] || continue
  ((10#${BASH_REMATCH[1]} > percent)) || continue
  found=$((found + 1))
  printf -v row '%5s %7s %7s %7s  %-9s %s\n' "$used" "$size" "$taken" "$free" "$type" "$mount"
  rows+=$row
done < <(printf '%s\n' "$listing")

if ((found > 0)); then
  printf '%5s %7s %7s %7s  %-9s %s\n' USED SIZE TAKEN FREE TYPE MOUNT
  printf '%s' "$rows" | sort -k1,1nr
fi
printf '%s' "$inodes"
# Network file systems as df --local knows them.
remote='' closed=''
while read -r source mount type _; do
  case $type:$source in
    autofs:*) ;;
    *:*:* | cifs://* | smb3://* | smbfs://* | afs:* | ceph:* | glusterfs:* | fuse.glusterfs:* | fuse.sshfs:* | gpfs:* | lustre:* | ocfs2:*)
      printf -v mount '%b' "$mount" # a blank is \040 there
      remote+=" ${mount//[[:cntrl:]]/?}"
      ;;
    *:/dev/* | tmpfs:*)
      # df says nothing of one below a directory that may not be entered.
      printf -v mount '%b' "$mount"
      [[ -e $mount ]] || closed+=" ${mount//[[:cntrl:]]/?}"
      ;;
  esac
done </proc/self/mounts
[[ -z $remote ]] || printf 'not asked, as they lie on the network:%s\n' "$remote"
printf '%d file systems more than %d%% full\n' "$found" "$percent"
[[ -z $closed ]] || die 1 "not looked at, as they may not be entered (root may):${closed:0:600}"
((status == 0)) || die 1 "df could not read every file system, the list may be incomplete"
