# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
refused() { [[ $(cat status.* | grep -cx 75) -eq 7 ]]; }
check "exactly one of eight runs its command" test "$(wc -l <ran)" -eq 1
check "the seven others are refused" refused
check "the one ends well" test "$(cat status.* | grep -cx 0)" -eq 1
finish
