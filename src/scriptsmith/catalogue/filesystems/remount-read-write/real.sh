#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

file_system data 60M mkfs.ext4 -q
mount -o remount,ro /mnt/data
rest=(--path /mnt/data)
# What the kernel logs is the same in all machines, so its log is a file here.
dmesg() { cat /run/log; }
export -f dmesg
echo '[    1.0] EXT4-fs (loop99): mounted filesystem' >/run/log
run "${rest[@]}" --dry-run
check 'a dry run changes nothing' bash -c '[ "$1" = 0 ] && ! touch /mnt/data/probe 2>/dev/null' _ "$status"
node=${device##*/}
echo "[    2.0] I/O error, dev $node, sector 8" >/run/log
run "${rest[@]}"
check 'with an error of the device in the log it is refused' bash -c '[ "$1" = 3 ] && ! touch /mnt/data/probe 2>/dev/null' _ "$status"
: >/run/log
run "${rest[@]}"
check 'without a log, too' test "$status" -eq 3
echo "[    2.0] I/O error, dev ${node}1, sector 8" >/run/log
run "${rest[@]}"
check 'an error of another device is none' test "$status" -eq 0
check 'it can be written to' touch /mnt/data/probe
run "${rest[@]}"
check 'a second run has nothing to do' grep -qx 'read-write already: /mnt/data' <<<"$out"
mount -o remount,ro /mnt/data
echo "EXT4-fs ($node): Remounting filesystem read-only" >/run/log
run "${rest[@]}" --force yes
check 'by force it is done, with the lines' bash -c '[ "$1" = 0 ] && grep -q Remounting <<<"$2"' _ "$status" "$out"
run --path /mnt
check 'what is no mount point is refused' test "$status" -eq 3
finish
