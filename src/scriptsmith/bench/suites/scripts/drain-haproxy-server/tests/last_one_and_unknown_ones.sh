# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the last server that is up ends with 3' [ "$STATUS1" -eq 3 ]
check 'a server that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'the sum of the backend is no server' [ "$STATUS3" -eq 2 ]
check 'a backend that is not there ends with 2' [ "$STATUS4" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS5" -eq 2 ]
check 'no attempts at all end with 2' [ "$STATUS6" -eq 2 ]
check 'nothing was changed' [ -z "$(grep 'haproxy set' "$BENCH_CALLS")" ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" "$OUT3" "$OUT4" "$OUT5" "$OUT6" | wc -c)" -eq 0 ]
finish
