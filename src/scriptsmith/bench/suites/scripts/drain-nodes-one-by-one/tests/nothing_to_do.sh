# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a label that no node has ends with 3' [ "$STATUS1" -eq 3 ]
check 'a program that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS3" -eq 2 ]
check 'no node was drained' [ -z "$(grep -E 'drain|cordon' "$BENCH_CALLS")" ]
finish
