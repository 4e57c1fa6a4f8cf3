# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a server that is not there ends with 2' [ "$STATUS1" -eq 2 ]
check 'the sum of the backend is no server' [ "$STATUS2" -eq 2 ]
check 'a backend that is not there ends with 2' [ "$STATUS3" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS4" -eq 2 ]
check 'no attempts at all end with 2' [ "$STATUS5" -eq 2 ]
check 'nothing was changed' [ -z "$(grep 'haproxy set' "$BENCH_CALLS")" ]
finish
