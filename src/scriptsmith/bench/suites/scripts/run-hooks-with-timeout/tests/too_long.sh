# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a hook that hangs is told as timeout' grep -qx 'a-hangs timeout' "$OUT"
check 'a hook that ignores the first signal is told as timeout' grep -qx 'b-ignores timeout' "$OUT"
check 'the hooks after them run' grep -qx 'c-last ok' "$OUT"
check 'what they wrote before is in the logs' [ "$(cat logs/a-hangs.log logs/c-last.log)" = $'begun\nfine' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
