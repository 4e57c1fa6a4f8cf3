# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the largest sum comes first, by number, and a last line without an end counts' [ "$(head -n 1 "$OUT")" = 'svc.app 100 2' ]
check 'equal sums are in the order of names' [ "$(sed -n 2,3p "$OUT")" = $'adam 2 1\nzoe 2 1' ]
check 'less than one MiB is 0, and the larger of two such comes first' [ "$(sed -n '4,$p' "$OUT")" = $'systemd+ 0 1\nroot 0 1' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
