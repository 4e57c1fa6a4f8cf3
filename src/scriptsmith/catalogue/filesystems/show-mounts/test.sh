#!/usr/bin/env bash
. "$HARNESS"

cat >mounts <<'EOF'
/dev/vda1 / ext4 rw,relatime,errors=remount-ro 0 0
proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0
/dev/vdb1 /data xfs ro,relatime 0 0
/dev/vdc1 /iso\040image iso9660 ro,nojoliet 0 0
nfs.example.org:/x /mnt/x nfs4 rw,vers=4.2,hard 0 0
tmpfs /tmp tmpfs rw,nosuid,noexec 0 0
EOF
cat >fstab <<'EOF'
# /dev/vdb1 /data xfs ro 0 0
UUID=1234 / ext4 errors=remount-ro 0 1
  /dev/vdb1 /data xfs defaults 0 2
/dev/vdc1 /iso\040image iso9660 ro 0 0
EOF
run --mounts mounts --fstab fstab
check 'it succeeds' test "$status" -eq 0
check 'a place is shown with type and device' grep -Eqx '/ +ext4 +/dev/vda1' <<<"$out"
check 'its options are shown' grep -qx '    rw,relatime,errors=remount-ro' <<<"$out"
check 'one that went read-only is marked' grep -Eq '^/data .*READ-ONLY, and fstab does not say so$' <<<"$out"
check 'one that is meant so is told apart' grep -Eq '^/iso.040image .*READ-ONLY$' <<<"$out"
check 'errors=remount-ro is no ro' test "$(grep -c '^/ .*READ' <<<"$out")" -eq 0
check 'those of the kernel are left out' test "$(grep -c '^/proc' <<<"$out")" -eq 0
check 'they are counted' grep -qx '5 file systems' <<<"$out"
check 'the kernel log is pointed to' grep -q '1 went read-only without' <<<"$out"
printf '/dev/vdb1 /data xfs defaults 0 2' >fstab.short
run --mounts mounts --fstab fstab.short
check 'a last line without a line break counts' grep -Eq '^/data .*READ-ONLY, and fstab does not say so$' <<<"$out"
run --mounts mounts --fstab fstab --type nfs4
check 'a type narrows the list' bash -c 'grep -q "^/mnt/x" <<<"$1" && grep -qx "1 file systems" <<<"$1"' _ "$out"
run --mounts mounts --fstab fstab --type zfs
check 'none of a type is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "no file system of type zfs is mounted" ]' _ "$status" "$out"
run --type proc
check 'it works on the real table' grep -Eq '^/[^ ]* +proc ' <<<"$out"
printf '/dev/vdd1 /srv ext4 rw,relatime,emergency_ro 0 0\n/dev/vde1 /xfs xfs rw,shutdown,relatime 0 0\n' >stopped
run --mounts stopped --fstab fstab
check 'one that the kernel stopped though it is mounted rw is marked' bash -c '[ "$(grep -c "STOPPED BY THE KERNEL" <<<"$1")" = 2 ] && grep -q "2 went read-only without" <<<"$1"' _ "$out"
run --mounts mounts --fstab nowhere
check 'without an fstab nothing is called unmeant' test "$(grep -c 'does not say so' <<<"$out")" -eq 0
run --mounts nowhere
check 'a missing table is refused' test "$status" -eq 3
run --type 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
