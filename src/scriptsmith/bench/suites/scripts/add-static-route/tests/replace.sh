# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the prefix has the new route, and it only' [ "$(grep '^10\.20' /bench/state/routes | tr -d '\n' | sed 's/ *$//')" = '10.20.0.0/16 via 198.51.100.1 dev eth1' ]
check 'it says replaced' [ "$(cat "$OUT")" = replaced ]
check 'no route was deleted in between' [ -z "$(grep -E 'route del' "$BENCH_CALLS")" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
