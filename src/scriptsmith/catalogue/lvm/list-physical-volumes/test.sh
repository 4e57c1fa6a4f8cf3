#!/usr/bin/env bash
. "$HARNESS"

stub pvs <<'EOF'
[ ! -e .broken ] || exit 5
[ "$*" = '--noheadings --units b --nosuffix --separator | --options pv_name,vg_name,pv_size,pv_free,pv_missing' ] || exit 3
cat rows
EOF
stub blkid <<<'[ "$*" = "-c /dev/null -t TYPE=LVM2_member -o device" ] && cat blocks 2>/dev/null'
cat >rows <<'EOF'
  /dev/vda3|vg0|53687091200|10737418240|
  /dev/vdb|vg0|53687091200|21474836480|
  [unknown]|data $(touch pwned)|107374182400|0|missing
  /dev/vdc||10737418240|10737418240|
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'one is shown with its group' grep -Eqx ' +50 GiB +10 GiB  /dev/vda3 +vg0' <<<"$out"
check 'a missing one is marked' grep -Eq ' +100 GiB +0 MiB  \[unknown\] .*  MISSING$' <<<"$out"
check 'one without a group is told' grep -Eqx ' +10 GiB +10 GiB  /dev/vdc +\(no group\)' <<<"$out"
check 'they are counted' grep -qx '4 physical volumes, 1 in no group, 1 missing' <<<"$out"
check 'none is left out' test "$(grep -c 'not used' <<<"$out")" -eq 0
mkdir -p sys/class/block/vd/holders sys/class/block/sda/holders/dm-3
printf '/dev/%s\n' vda3 vdb vd sda >blocks
run --sys-root sys
check 'one that LVM leaves out is told, and no path of multipath' test "$(sed -n 's/^not used by LVM here, though it has its label: \([^ ]*\) .*/\1/p' <<<"$out")" = /dev/vd
rm blocks
: >rows
run
check 'none is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "there is no physical volume that LVM uses on this host" ]' _ "$status" "$out"
: >.broken
run
check 'without the right it is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run
check 'a missing pvs is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
