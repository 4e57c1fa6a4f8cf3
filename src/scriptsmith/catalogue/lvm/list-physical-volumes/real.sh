#!/usr/bin/env bash
. "$HARNESS"
use lvm
spare=$(disk spare 12G)
pvcreate -qq "$spare" >/dev/null 2>&1
lvcreate -qq --name half --size 256M ssvg "$(head -n 1 /run/disks)" >/dev/null 2>&1
run
check 'a disk is shown with its group, its size and what is left of it' \
  grep -Eqx " +508 MiB +252 MiB  $(sed -n 1p /run/disks) +ssvg" <<<"$out"
check 'one that is empty' grep -Eqx " +508 MiB +508 MiB  $(sed -n 2p /run/disks) +ssvg" <<<"$out"
check 'one in no group' grep -Eqx " +1[12] GiB +1[12] GiB  $spare +\(no group\)" <<<"$out"
check 'they are counted' grep -qx '3 physical volumes, 1 in no group, 0 missing' <<<"$out"
losetup --detach "$(sed -n 2p /run/disks)"
run
check 'a disk that was taken away is missing' grep -Eq ' ssvg  MISSING$' <<<"$out"
check 'it is counted' grep -qx '3 physical volumes, 1 in no group, 1 missing' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'none that has a label is left out' test "$(grep -c '^not used' <<<"$out")" -eq 0
sed -i "s,filter = \\[,&\"r|^$spare\$|\"\, ," /etc/lvm/lvmlocal.conf
run
check 'one that a filter leaves out is named' grep -q "^not used by LVM here, though it has its label: $spare " <<<"$out"
finish
