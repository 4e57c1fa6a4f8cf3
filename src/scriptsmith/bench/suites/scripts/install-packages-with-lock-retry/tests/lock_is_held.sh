# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'both packages are installed after the lock is free' [ "$(cat "$OUT")" = $'installed jq\ninstalled htop' ]
check 'there were three pauses of 10 seconds' [ "$(grep -cE '^sleep 10s?$' "$BENCH_CALLS")" -eq 3 ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
