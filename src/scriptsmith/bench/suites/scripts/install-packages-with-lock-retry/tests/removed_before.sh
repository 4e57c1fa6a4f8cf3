# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a package of which only the configuration is left is installed' grep -qx 'installed jq' "$OUT"
check 'a package that is on hold is present' grep -qx 'present htop' "$OUT"
check 'a package on hold is not handed to apt-get' [ -z "$(grep '^apt-get .*htop' "$BENCH_CALLS")" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
