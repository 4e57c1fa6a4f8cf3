# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the packages around an unknown one are installed' [ "$(cat "$OUT")" = $'installed jq\nfailed no-such-tool\ninstalled strace' ]
check 'another failure than the lock is not tried again' [ "$(grep -c '^apt-get .*no-such-tool' "$BENCH_CALLS")" -eq 1 ]
check 'there is no pause' [ -z "$(grep '^sleep' "$BENCH_CALLS")" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
