# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'five attempts are made, and no more' [ "$(grep -cE '^apt-get .*install' "$BENCH_CALLS")" -eq 5 ]
check 'there is a pause between two attempts, and none after the last' [ "$(grep -c '^sleep ' "$BENCH_CALLS")" -eq 4 ]
check 'the package is told as failed, and the others are dealt with' [ "$(cat "$OUT")" = $'failed jq\npresent curl' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
