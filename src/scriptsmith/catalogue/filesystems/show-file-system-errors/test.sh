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
run --lines 1
check 'the number of lines can be chosen' test "$(grep -c 'EXT4-fs error' <<<"$out")" -eq 0
check 'the latest one is shown' grep -q 'nas.example.org' <<<"$out"
sed -i 3,8d log
run
check 'a sound log is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "no file system or disk errors in the kernel log (2 lines)" ]' _ "$status" "$out"
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
