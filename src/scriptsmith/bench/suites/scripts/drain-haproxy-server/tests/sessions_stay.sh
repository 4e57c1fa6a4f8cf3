# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
state() { python3 -c 'import json, sys; print(*(each[2] for each in json.load(open("/bench/state/haproxy.json")) if each[:2] == sys.argv[1:]))' "$@"; }
check 'the server serves again' [ "$(state web web1)" = UP ]
check 'it was never put into maintenance' [ -z "$(grep 'state maint' "$BENCH_CALLS")" ]
check 'there is a pause between two attempts, and none after the last' [ "$(grep -cE '^sleep 1s?$' "$BENCH_CALLS")" -eq 2 ]
check 'it tells the last number of sessions' [ "$(cat "$OUT")" = 'still 9 sessions' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
