# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a release that needs five attempts is healthy' [ "$(cat "$OUT") $STATUS" = 'deployed r 2 0' ]
check 'there were four pauses of 2 seconds' [ "$(grep -cE '^sleep 2s?$' "$BENCH_CALLS")" -eq 4 ]
check 'the link points to it' [ "$(readlink 'my app/current')" = 'releases/r 2' ]
finish
