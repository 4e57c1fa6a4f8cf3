# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a share just below the limit is no alarm' [ -z "$(grep just_below "$OUT")" ]
check 'a share equal to the limit is an alarm' grep -qxF 'vg0/just_at 80.00 1.20' "$OUT"
check 'metadata alone is an alarm' grep -qxF 'vg0/metadata 9.50 80.01' "$OUT"
check 'a pool that is wholly full is an alarm' grep -qxF 'vg0/full 100.00 7.00' "$OUT"
check 'a snapshot, and small figures, are no alarm' [ "$(wc -l <"$OUT")" -eq 3 ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
