#!/usr/bin/env bash
. "$HARNESS"

stub dmesg <<<'[ ! -e .denied ] || { echo "dmesg: read kernel buffer failed: Operation not permitted" >&2; exit 1; }; cat log'
cat >log <<'EOF'
[    0.000000] Linux version 6.1.0
[    1.000000] EXT4-fs (vda1): mounted filesystem with ordered data mode. Quota mode: none.
[  100.000000] blk_update_request: I/O error, dev sdb, sector 2048 op 0x0:(READ)
[  100.100000] Buffer I/O error on dev sdb1, logical block 0, async page read
[  101.000000] EXT4-fs error (device sdb1): ext4_find_entry:1455: inode #2: comm $(touch pwned): reading directory lblock 0
[  102.000000] EXT4-fs (sdb1): Remounting filesystem read-only
[  103.000000] XFS (dm-3): Metadata corruption detected at xfs_agi_verify
[  104.000000] nfs: server nas.example.org not responding, still trying
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'they are counted' grep -qx '6 lines, by device:' <<<"$out"
check 'by device, worst first' grep -Eqx ' +3  sdb1' <<<"$(sed -n 2p <<<"$out")"
check 'the whole disk is another device' grep -Eqx ' +1  sdb' <<<"$out"
check 'a mapped device is known' grep -Eqx ' +1  dm-3' <<<"$out"
check 'one without a device is counted' grep -Eqx ' +1  \(not named\)' <<<"$out"
check 'a mount in order is no error' test "$(grep -c 'ordered data mode' <<<"$out")" -eq 0
check 'that it went read-only is told' grep -q '^NOTE: a file system was made read-only' <<<"$out"
# As on a disk that is full or read-only, and as Bash before 5.1: each text that is redirected needs a file.
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat) || status=$?
check 'without room for a file the errors are told as well' test "$status:$(head -n 1 <<<"$out"):$(grep -c '^NOTE: ' <<<"$out")" = '0:6 lines, by device::1'
check 'with their devices and lines' test "$(grep -Ec '^ +3  sdb1$|XFS \(dm-3\)' <<<"$out")" -eq 2
cp log short
for ((i = 0; i < 2000; i++)); do printf '[  200.000000] audit: nothing of interest in this line %d\n' "$i"; done >>log
out=$( (trap '' XFSZ; ulimit -f 0; bash "$SCRIPT" </dev/null 2>/dev/null) | cat) || status=$?
check 'also those of a log of more than 64 KB' test "$status:$(head -n 1 <<<"$out")" = '0:6 lines, by device:'
mv short log
stub grep <<<'exit 2'
run
check 'a search that fails is not called sound' test "$status:$(grep -c 'no file system' <<<"$out"):$(grep -c 'could not be searched' <<<"$err")" = 1:0:1
rm .stubs/grep
run --lines 1
check 'the number of lines can be chosen' test "$(grep -c 'EXT4-fs error' <<<"$out")" -eq 0
check 'the latest one is shown' grep -q 'nas.example.org' <<<"$out"
sed -i 3,8d log
run
check 'a sound log is no failure' test "$status:$(head -n 1 <<<"$out")" = '0:no file system or disk errors in the kernel log (2 lines)'
check 'and when the log begins' grep -qF "the host booted at $(date -d "@$(awk '/^btime/ { print $2 }' /proc/stat)" '+%F %R'); what its kernel said before that is not looked at" <<<"$out"
cp log sound
echo '[    1.500000] nvme nvme0: Shutdown timeout set to 8 seconds' >>log
run
check 'what a drive says at each boot is no error' test "$(head -n 1 <<<"$out")" = 'no file system or disk errors in the kernel log (3 lines)'
cp log quiet
cat >>log <<'EOF'
[    3.000000] device offline error, dev sdd, sector 8 op 0x1:(WRITE) flags 0x0 phys_seg 1 prio class 2
[    4.000000] recoverable transport error, dev sdd, sector 16 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2
[    5.000000] timeout error, dev nvme0n1, sector 24 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2
[    6.000000] BTRFS warning (device sde): csum failed root 5 ino 257 off 0 csum 0x98f94189 expected csum 0x8941f998 mirror 1
EOF
run
check 'what the block layer says since Linux 5.16, and a wrong checksum of btrfs, are errors' test "$(sed -n '1,4s/^ *//p' <<<"$out" | tr -s ' ' | paste -sd '|')" = '4 lines, by device:|2 sdd|1 nvme0n1|1 sde'
mv quiet log
cat >>log <<'EOF'
[    2.000000] EXT4-fs (sda1): warning: mounting fs with errors, running e2fsck is recommended
[  300.000000] EXT4-fs (sda1): error count since last fsck: 4
[  301.000000] md/raid1:md0: Disk failure on sdb1, disabling device.
[  302.000000] Aborting journal on device dm-1-8.
[  303.000000] EXT4-fs (vdb1): re-mounted. Opts: errors=remount-ro
EOF
run
check 'what ext4 remembers, a lost member of a RAID and a lost journal are' grep -qx '4 lines, by device:' <<<"$out"
check 'a log that begins with the boot is whole' bash -c '! grep -q "not whole" <<<"$1"' _ "$out"
sed -i 1d log
run
check 'of one that begins later it is told from when on' grep -q '^the kernel log is not whole; it reaches back to second 1.000000 after the boot only' <<<"$out"
sed 1d sound >log
run
check 'also where no error is in it' grep -q '^no file system or disk errors in the kernel log (1 lines; it reaches back to second 1.000000' <<<"$out"
: >log
run
check 'an empty log is not called sound' test "$status" -eq 3
: >.denied
run
check 'without the right it is refused' test "$status" -eq 3
run --lines 0
check 'no lines are refused' test "$status" -eq 2
run --lines '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
