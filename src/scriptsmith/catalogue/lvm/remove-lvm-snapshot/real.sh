#!/usr/bin/env bash
. "$HARNESS"
use lvm
use lvm-volumes

volumes() { lvs --all --noheadings --options lv_name,origin ssvg 2>/dev/null | sort; }
before=$(volumes)
for volume in main wmain thinext plain data thin1 base pool; do
  run --volume "ssvg/$volume"
  check "$volume, which is no snapshot, is refused" test "$status" -eq 3
done
check 'and each is refused before LVM is asked to remove it' bash -c '! grep -q "could not be removed" <<<"$1"' _ "$err"
check 'every volume is still there' test "$(volumes)" = "$before"
run --volume ssvg/data-snap --dry-run
check 'a dry run names the snapshot' grep -qx 'would remove: ssvg/data-snap' <<<"$out"
check 'and what it is a snapshot of' grep -q '^ssvg/data-snap is a snapshot of ssvg/data' <<<"$out"
check 'a dry run removes nothing' test "$(volumes)" = "$before"
run --volume ssvg/thinsnap --dry-run
check 'a thin snapshot is one, too' grep -qx 'would remove: ssvg/thinsnap' <<<"$out"
run --volume /dev/ssvg/data-snap
check 'a snapshot is removed' test "$status" -eq 0
check 'it is gone' bash -c '! lvs ssvg/data-snap'
check 'its origin is an ordinary volume now' test "$(lvs --noheadings -o lv_role ssvg/data 2>/dev/null | tr -d " ")" = public
check 'nothing else is gone' test "$(lvs --noheadings -o lv_name ssvg 2>/dev/null | xargs)" = \
  'base data main plain pool thin1 thinext thinsnap wmain'
run --volume ssvg/data-snap
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && [ "$2" = "not there: ssvg/data-snap" ]' _ "$status" "$out"
run --volume nosuch/data-snap
check 'in a group that is not there nothing is called gone' test "$status" -eq 3
run --volume ssvg/main_corig
check 'a hidden volume is not there for it' test "$status" -eq 0
run --volume ssvg/thinsnap
check 'a removal that LVM fails at (the pool cannot be activated here) is a failure' test "$status" -eq 1
finish
