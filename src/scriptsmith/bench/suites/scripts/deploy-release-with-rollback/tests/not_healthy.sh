# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the link points to the release before' [ "$(readlink app/current)" = releases/2026-05 ]
check 'the application was restarted with the new one, and then with the old one' [ "$(tail -n 2 /bench/state/started | tr '\n' ' ')" = 'releases/2026-06 releases/2026-05 ' ]
check 'five attempts were made before, and there was no pause after the last' [ "$(grep -cE '^sleep' "$BENCH_CALLS") $(grep -c '^curl' "$BENCH_CALLS")" = '4 6' ]
check 'it says so' [ "$(cat "$OUT") $STATUS" = 'rolled back to 2026-05 1' ]
check 'no release was deleted' [ "$(ls app/releases | wc -l)" -eq 6 ]
finish
