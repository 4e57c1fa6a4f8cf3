#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

stub readlink <<'EOF'
case "$3" in /dev/sda1) echo /dev/sda1 ;; /dev/disk/by-uuid/x) echo /dev/sda1 ;; /sys/class/block/sda1/..) [[ ! -e lost ]] && echo /sys/devices/x/sda ;; /dev/sda) echo /dev/sda ;; *) exit 1 ;; esac
EOF
stub cat <<'EOF'
case $1 in /sys/class/block/sda1/partition) echo 1 ;; /sys/*) exit 1 ;; *) exec /bin/cat "$@" ;; esac
EOF
stub blockdev <<'EOF'
case "$*" in '--getsize64 /dev/sda1') /bin/cat size ;; '--getss /dev/sda1') /bin/cat sector ;; *) exit 1 ;; esac
EOF
stub blkid <<'EOF'
[[ "$*" == '--probe --output value --match-tag TYPE -- /dev/sda1' ]] && /bin/cat system
EOF
stub findmnt <<'EOF'
[[ "$*" == '--noheadings --first-only --output TARGET --source /dev/sda1' && -e mounted ]] && echo '/srv/my data'
EOF
stub df <<'EOF'
[[ "$*" == '--output=size --block-size=1 -- /srv/my data' ]] && { echo 1B-blocks; /bin/cat room; }
EOF
stub sfdisk <<<'exit 1'
stub id <<<'/bin/cat user'
stub growpart <<'EOF'
[[ $TMPDIR == /dev/shm || ! -d /dev/shm ]] || { echo 'mkdir: cannot create directory: No space left on device'; echo 'FAILED: failed to make temp dir'; exit 2; }
if [[ $1 == --dry-run ]]; then
  [[ "$2 $3 $#" == '/dev/sda 1 3' ]] || exit 2
  /bin/cat plan; exit "$(/bin/cat plan.rc)"
fi
[[ "$1 $2 $#" == '/dev/sda 1 2' && ! -e locked ]] || { echo 'sfdisk: in use'; echo 'FAILED: disk is busy'; exit 2; }
echo 'CHANGED: partition=1'; [[ -e busy ]] || echo 209715200 >size; echo 'NOCHANGE: partition 1 is size 409600. it cannot be grown' >plan; echo 1 >plan.rc
EOF
grows() { stub "$1" <<<"[[ \$* == '$2' && ! -e stuck ]] && { [[ -e lies ]] || echo 199000000 >room; }"; }
grows resize2fs /dev/sda1; grows xfs_growfs '/srv/my data'; grows btrfs 'filesystem resize max /srv/my data'
fresh() {
  echo 104857600 >size; echo 99000000 >room; echo 512 >sector; echo ext4 >system; echo 0 >user; touch mounted; : >"$STUB_LOG"; echo 0 >plan.rc
  printf 'CHANGE: partition=1 start=2048 old: size=204800 end=206847 new: size=409600 end=411647\n# === old sfdisk -d ===\n/dev/sda1 : start=2048, size=204800\n' >plan
}
fresh
run --partition /dev/sda1 --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would grow: /dev/sda1 by 100 MiB, with its file system'
check 'what there is is told' grep -qx '/dev/sda1: partition 1 of /dev/sda, 100 MiB, ext4 on /srv/my data' <<<"$out"
fresh; echo 4096 >sector; run --partition /dev/sda1 --dry-run
check 'sectors of another size are reckoned with' test "$(tail -n 1 <<<"$out")" = 'would grow: /dev/sda1 by 800 MiB, with its file system'
fresh; sed -i '1i WARNING: MBR/dos partitioned disk is larger than 2TB. Additional space will go unused.' plan; run --partition /dev/sda1 --dry-run
check 'that a part of the disk stays unused is told' test "$status:$(grep -c '^growpart says: WARNING: .* will go unused.$' <<<"$out")" = 0:1
check 'a dry run changes nothing' test -z "$(calls '^growpart /dev|^resize2fs')"
for system in ext2 ext4 xfs btrfs; do
  fresh; echo $system >system
  run --partition /dev/disk/by-uuid/x --min-size 100
  check "it succeeds: $system" test "$status:$(tail -n 1 <<<"$out")" = '0:grown: /dev/disk/by-uuid/x from 100 to 200 MiB, the file system on /srv/my data with it'
done
for option in '' --dry-run; do
  refused 3 'nothing is free behind /dev/disk/by-uuid/x: partition 1 is size' --partition /dev/disk/by-uuid/x $option
  check "a larger disk that the kernel has not seen is thought of $option" grep -qF 'echo 1 >/sys/class/block/sda/device/rescan' <<<"$err"
done
full() { fresh; echo 'NOCHANGE: partition 1 is size 409600. it cannot be grown' >plan; echo 1 >plan.rc; }
full; sed -i '1i WARNING: disk is larger' plan; run --partition /dev/sda1
check 'a file system that did not grow with it does now' test "$status:$(tail -n 1 <<<"$out")" = '0:grown: the file system on /srv/my data from 94 to 189 MiB; /dev/sda1 had its full size already'
check 'and the partition is left alone' test -z "$(calls '^growpart /dev')"
full; refused 3 'only without --dry-run' --partition /dev/sda1 --dry-run
echo 1000 >user; refused 3 'as root' --partition /dev/sda1
check 'neither of them grows it' test -z "$(calls '^resize2fs')"
full; touch stuck; refused 1 'its file system cannot be grown: resize2fs /dev/sda1' --partition /dev/sda1; rm stuck
fresh; : >"$STUB_LOG"
fresh
refused 3 'only 100 MiB are free' --partition /dev/sda1 --min-size 101
echo 'FAILED: unknown partition table' >plan; echo 2 >plan.rc
refused 3 'growpart cannot grow it: FAILED: unknown partition table' --partition /dev/sda1
printf 'mkdir: No space left\nFAILED: odd\n' >plan; echo 1 >plan.rc
refused 3 'growpart cannot grow it: mkdir: No space left; FAILED: odd' --partition /dev/sda1
echo 'all well' >plan; echo 0 >plan.rc
refused 3 'not understood' --partition /dev/sda1
fresh; echo LVM2_member >system; rm mounted
refused 3 'holds LVM2_member' --partition /dev/sda1
rm system
refused 3 'no file system' --partition /dev/sda1
fresh; rm mounted
refused 3 'not mounted' --partition /dev/sda1
fresh; rm size
refused 3 'cannot be read' --partition /dev/sda1
fresh; rm room
refused 3 'df tells no size' --partition /dev/sda1
fresh; echo 1000 >user
refused 3 'as root' --partition /dev/sda1
fresh; touch lost
refused 3 'disk of /dev/sda1 is not known' --partition /dev/sda1
rm lost
refused 3 'is no partition' --partition /dev/sda
refused 3 'there is no' --partition /dev/sdb1
check 'none of these changed anything' test -z "$(calls '^growpart /dev|^resize2fs')"
fresh; touch locked
refused 1 'growpart failed: sfdisk: in use; FAILED: disk is busy' --partition /dev/sda1
rm locked; touch busy
refused 1 'the kernel keeps the old one' --partition /dev/sda1
rm busy; fresh; touch stuck
refused 1 'the partition has 200 MiB, but its FILE SYSTEM has not grown: resize2fs /dev/sda1' --partition /dev/sda1
rm stuck; fresh; touch lies
refused 1 'the partition has 200 MiB, but its FILE SYSTEM has not grown: resize2fs /dev/sda1' --partition /dev/sda1
rm lies; fresh; echo btrfs >system; cp -R .stubs few; rm few/btrfs; ln -s "$(command -v tail)" "$(command -v bash)" few
run_few() { status=0; PATH=$PWD/few "$(command -v bash)" "$SCRIPT" "$@" >few.out 2>few.err || status=$?; err=$(/bin/cat few.err); }
run_few --partition /dev/sda1
check 'the program that grows the file system is asked for before' test "$status:$(grep -c 'btrfs is not installed' <<<"$err")" = 3:1
check 'and the partition is left alone without it' grep -qx 104857600 size
refused 2 '--partition is required'
refused 2 '--partition takes' --partition sda1
refused 2 '--partition takes' --partition /dev/../etc/passwd
refused 2 '--partition takes' --partition '/dev/$(touch pwned)'
refused 2 '--min-size takes' --partition /dev/sda1 --min-size 0
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --partition /dev/sda1 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
