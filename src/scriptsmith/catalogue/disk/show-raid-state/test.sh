#!/usr/bin/env bash
. "$HARNESS"

mkdir -p host/etc/mdadm host/dev/disk/by-id empty
show() { run --root empty "$@"; }
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  show "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

# As the kernel prints it: drivers/md/md.c, md_seq_show() of Linux 6.1.
cat >ok <<'X'
Personalities : [raid1] [raid6] [raid5] [raid4] [raid0]
md127 : active raid5 sdd1[3] sdc1[1] sdb1[0] sde1[4](S)
      2093056 blocks super 1.2 level 5, 512k chunk, algorithm 2 [3/3] [UUU]
      bitmap: 0/1 pages [0KB], 65536KB chunk

md0 : active raid1 nvme1n1p2[1] nvme0n1p2[0]
      1046528 blocks super 1.2 [2/2] [UU]
      [=>...................]  check =  7.3% (76800/1046528) finish=0.2min speed=76800K/sec

unused devices: <none>
X
cp ok stripes; sed -i 's/^unused/md9 : active raid0 sdx[1] sdy[0]\n      100 blocks super 1.2 512k chunks\n\nunused/' stripes
show --mdstat ok
check 'complete arrays succeed' test "$status:$(tail -n 1 <<<"$out")" = '0:2 software arrays (md), 0 not in order'
check 'one is told with its spare' grep -qx 'md127: active raid5, 4 members, spare: sde1' <<<"$out"
check 'and the other' grep -qx 'md0: active raid1, 2 members' <<<"$out"
check 'and its check' grep -qx '  check: 7.3%, ends in 0.2min' <<<"$out"
show --mdstat stripes
check 'one without redundancy is in order' test "$status:$(tail -n 1 <<<"$out"):$(grep -c '^md9: active raid0, 2 members$' <<<"$out")" = '0:3 software arrays (md), 0 not in order:1'
sed 's/nvme0n1p2\[0\]/nvme0n1p2[0](F)/; s|\[2/2\] \[UU\]|[2/1] [_U]|; s/check =  7.3/recovery = 12.6/' ok >lost
show --mdstat lost
check 'a lost member is a failure' test "$status:$(tail -n 1 <<<"$out")" = '1:2 software arrays (md), 1 not in order'
check 'which is told' grep -qx 'md0: active raid1, 2 members  DEGRADED: 1 of 2 work, nvme0n1p2' <<<"$out"
check 'and how far the rebuild is' grep -qx '  recovery: 12.6%, ends in 0.2min' <<<"$out"
show --mdstat lost --array /dev/md127
check 'one array alone' test "$status:$(grep -c md0 <<<"$out")" = 0:0
sed 's/sde1\[4\](S)/sde1[4](F)/' ok >spare
show --mdstat spare --array md127
check 'a failed spare is a failure' test "$status:$(grep -c 'MEMBER FAILED, sde1$' <<<"$out")" = 1:1
printf 'Personalities : [raid1]\nmd5 : inactive sdb[1](S)\n      1000 blocks super 1.2\n\nmd6 : active (auto-read-only) raid1 sdc[0] sdd[1]\n      100 blocks [2/2] [UU]\n        resync=PENDING\n\nunused devices: <none>\n' >odd
show --mdstat odd
check 'an inactive one is a failure' test "$status:$(grep -c '^md5: inactive no level, 1 members, spare: sdb  INACTIVE$' <<<"$out")" = 1:1
check 'one that is read-only is in order' grep -qx 'md6: active raid1, 2 members' <<<"$out"
check 'what waits is told, once' test "$(grep resync <<<"$out")" = '  resync: PENDING'
printf 'Personalities : [raid1]\nmd126 : active raid1 sda[1] sdb[0]\n      1000 blocks super external:/md127/0 [2/2] [UU]\n\nmd127 : inactive sdb[1](S) sda[0](S)\n      5928 blocks super external:imsm\n\nunused devices: <none>\n' >intel
show --mdstat intel
check 'the container of an array of the firmware is in order' test "$status:$(tail -n 1 <<<"$out")" = '0:2 software arrays (md), 0 not in order'
check 'and told as one' grep -qx 'md127: container of imsm, 2 members' <<<"$out"
sed -i 's/sda\[0\](S)/sda[0](F)/; s|\[2/2\] \[UU\]|[2/1] [U_]|' intel; show --mdstat intel
check 'what it lacks is not' test "$status" -eq 1 -a -n "$(grep '^md126: .*DEGRADED: 1 of 2 work' <<<"$out")"
ln -s ../../md127 'host/dev/disk/by-id/md-uuid-0a1b2c3d:00000000:00000000:00000127'
cat >host/etc/mdadm/mdadm.conf <<'X'
HOMEHOST <system>
ARRAY /dev/md/127 metadata=1.2 UUID=0A1B2C3D:00000000:00000000:00000127 name=any:127
ARRAY <ignore> UUID=ffffffff:00000000:00000000:00000001
# ARRAY /dev/md7 UUID=ffffffff:00000000:00000000:00000007
X
run --root host --mdstat ok
check 'what mdadm.conf has and is there is in order' test "$status:$(tail -n 1 <<<"$out")" = '0:2 software arrays (md), 0 not in order'
check 'what is not looked at is told' grep -qx 'not looked at: RAID by LVM (lvs), ZFS or btrfs, and hardware controllers' <<<"$out"
echo 'ARRAY /dev/md4 metadata=1.2 UUID=eeeeeeee:00000000:00000000:00000004' >host/etc/mdadm.conf
run --root host --mdstat ok
check 'an array that was not assembled is a failure' test "$status:$(tail -n 1 <<<"$out")" = '1:2 software arrays (md), 1 not in order'
check 'and told' grep -qx 'NOT ASSEMBLED, though mdadm.conf has it: /dev/md4 metadata=1.2 UUID=eeeeeeee:00000000:00000000:00000004' <<<"$out"
run --root host --mdstat ok --array md0
check 'but not where another is asked for' test "$status:$(grep -c ASSEMBLED <<<"$out")" = 0:0
run --root host --mdstat ok --array md4
check 'and where that is asked for it is' test "$status:$(grep -c ASSEMBLED <<<"$out")" = 1:1
run --root host --mdstat nowhere
check 'also where no array is left, and md not loaded' test "$status:$(tail -n 1 <<<"$out")" = '1:0 software arrays (md), 1 not in order'
refused 3 'there is no array md1' --mdstat ok --array md1
printf 'Personalities : \nunused devices: <none>\n' >none
refused 3 'no software RAID array (md) on this host; not looked at: LVM (lvs), ZFS, btrfs, hardware controllers' --mdstat none
refused 3 'no software RAID array' --mdstat nowhere
echo '<html>' >-web
refused 3 'not understood' --mdstat -web
refused 2 '--array takes' --array ../x
refused 2 '--array takes' --array '$(touch pwned)'
refused 3 'no software RAID' --mdstat '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
finish
