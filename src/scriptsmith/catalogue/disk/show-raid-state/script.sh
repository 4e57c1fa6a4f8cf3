#!/usr/bin/env bash
# Show the state of the software RAID arrays of this host (md).
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-raid-state [--array NAME] [--mdstat FILE] [--root DIR]

For each array, or one: level, members, how many of them work, which have failed, and how far a
recovery, resync or check has come. An array that lacks a member still works, and a second failure
loses it. The container of an array whose metadata are of the firmware (Intel imsm, DDF) is inactive
by nature. Arrays of mdadm.conf that were not assembled are told: an array that has lost all its disks is
nowhere else. Neither RAID by LVM, ZFS or btrfs nor hardware RAID controllers are seen.

  --array NAME   one array, such as md0, or all (default all)
  --mdstat FILE  file in which the kernel tells of its arrays (default /proc/mdstat)
  --root DIR     where /etc and /dev are looked for (default: those of this host)
  --help         show this text

Exit status: 0 all are complete, 1 one is degraded, failed, inactive or not assembled, 2 wrong usage, 3 there is
no array, or another precondition fails.
EOF
}

die() {
  printf 'show-raid-state: %s\n' "$2" >&2
  exit "$1"
}

array=all mdstat=/proc/mdstat root=''
while (($# > 0)); do
  case $1 in
    --array | --mdstat | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --array) array=$2 ;;
        --mdstat) mdstat=$2 ;;
        --root) root=$2 ;;
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

array=${array#/dev/}
[[ $array =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,30}$ ]] || die 2 "--array takes the name of an array such as md0, or all, not '$array'"
[[ $mdstat != -* ]] || mdstat=./$mdstat

# md0 : active (read-only) raid1 sdb1[1](F) sda1[0](S)
#       1046528 blocks super 1.2 [2/1] [U_] [==>..........]  recovery = 12.6% (131840/1046528) finish=0.5min speed=32960K/sec
total=0 bad=0 here=false words='' counts=''
[[ -e $mdstat ]] || mdstat=/dev/null here=true # not there before the first array is
told() { # of the array that was read
  local member name='' state='' level='' failed='' spare='' members=0 finding=''
  read -r name _ state <<<"$words"
  [[ -n $name && ($array == all || $array == "$name") ]] || return 0
  total=$((total + 1))
  for member in $words; do
    case $member in
      raid[0-9]* | linear | multipath | faulty) level=$member ;;
      *'[0-9]'* | *\[*\]*)
        members=$((members + 1))
        [[ $member != *'(F)'* ]] || failed+=" ${member%%\[*}"
        [[ $member != *'(S)'* ]] || spare+=" ${member%%\[*}"
        ;;
    esac
  done
  if [[ -z $failed && $counts =~ external:([a-z]+) ]]; then
    printf '%s: container of %s, %d members\n' "$name" "${BASH_REMATCH[1]}" "$members"
    return 0
  fi
  [[ $state == active* ]] || finding=INACTIVE
  [[ ! $counts =~ \[([0-9]+)/([0-9]+)\] ]] || ((BASH_REMATCH[2] >= BASH_REMATCH[1])) || finding="DEGRADED: ${BASH_REMATCH[2]} of ${BASH_REMATCH[1]} work"
  [[ -z $failed ]] || finding="${finding:-MEMBER FAILED},$failed"
  printf '%s: %s %s, %d members%s%s\n' "$name" "${state%% *}" "${level:-no level}" "$members" "${spare:+, spare:$spare}" "${finding:+  $finding}"
  [[ ! $counts =~ (recovery|resync|reshape|check|repair)\ *=\ *([0-9][^ ]*)(.*finish=([^ ]+))? ]] || printf '  %s: %s, ends in %s\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]:-?}"
  [[ ! $counts =~ =(DELAYED|PENDING) ]] || printf '  resync: %s\n' "${BASH_REMATCH[1]}"
  [[ -z $finding ]] || bad=$((bad + 1))
}
while IFS= read -r line; do
  case $line in
    Personalities* | 'unused devices'*) here=true ;;
    [![:space:]]*' : '*)
      told
      words=$line counts=''
      ;;
    *) counts+=" $line" ;;
  esac
done <"$mdstat"
told
$here || die 3 "what $mdstat holds is not understood"
# The links are those of udev; an array that has lost all its disks has none, and is in no mdstat.
while read -r kind line; do
  [[ $kind == ARRAY && $line != '<ignore>'* && ($array == all || " ${line//\// } " == *" $array "*) && $line =~ [Uu][Uu][Ii][Dd]=([0-9A-Fa-f:]+) && ! -L $root/dev/disk/by-id/md-uuid-${BASH_REMATCH[1],,} ]] || continue
  printf 'NOT ASSEMBLED, though mdadm.conf has it: %s\n' "${line//[^[:print:]]/?}"
  bad=$((bad + 1))
done < <(cat -- "$root"/etc/mdadm.conf "$root"/etc/mdadm/mdadm.conf 2>/dev/null)
[[ $array == all ]] || ((total + bad > 0)) || die 3 "there is no array $array"
((total + bad > 0)) || die 3 "there is no software RAID array (md) on this host; not looked at: LVM (lvs), ZFS, btrfs, hardware controllers"
printf 'not looked at: RAID by LVM (lvs), ZFS or btrfs, and hardware controllers\n%d software arrays (md), %d not in order\n' "$total" "$bad"
((bad == 0)) || exit 1
