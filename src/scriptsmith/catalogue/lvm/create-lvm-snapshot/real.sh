#!/usr/bin/env bash
. "$HARNESS"
use lvm
use lvm-volumes

volumes() { lvs --all --noheadings --options lv_name,lv_size,origin ssvg 2>/dev/null; }
before=$(volumes)
run --volume ssvg/plain --size 32 --dry-run
check 'an ordinary volume can have a snapshot' grep -qx 'would make: ssvg/plain-snap-[0-9-]* of ssvg/plain (32 MiB for changes)' <<<"$out"
run --volume ssvg/data --size 32 --dry-run
check 'one that has a snapshot already, too' test "$status" -eq 0
run --volume ssvg/main --size 32 --dry-run
check 'and one behind a cache: it is no snapshot, though it has an origin' test "$status" -eq 0
run --volume ssvg/thin1 --dry-run
check 'that of a thin volume is thin' grep -q '(thin, takes room in its pool)$' <<<"$out"
run --volume ssvg/wmain
check 'one behind a writecache is refused' grep -q 'writecache, of which' <<<"$err"
run --volume ssvg/data-snap
check 'a snapshot of a snapshot is refused' test "$status" -eq 3
run --volume ssvg/pool
check 'a pool is refused' test "$status" -eq 3
run --volume ssvg/main_corig
check 'a hidden part of a volume is refused' test "$status" -eq 3
run --volume ssvg/absent
check 'an absent volume is refused' test "$status" -eq 3
free=$(vgs --noheadings --units b --nosuffix -o vg_free ssvg 2>/dev/null | tr -d ' ')
run --volume ssvg/plain --size $((free / 1048576 + 1)) --dry-run
check 'more than is free is refused' test "$status" -eq 3
run --volume ssvg/plain --size $((free / 1048576)) --dry-run
check 'all that is free is not' test "$status" -eq 0
run --volume ssvg/plain --size 16
check 'a snapshot that LVM cannot make (there is no device mapper here) is a failure' test "$status" -eq 1
check 'nothing was changed by all that' test "$(volumes)" = "$before"
finish
