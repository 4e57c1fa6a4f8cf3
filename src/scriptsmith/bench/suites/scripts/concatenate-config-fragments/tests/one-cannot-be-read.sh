# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the file that was there stays as it was" cmp -s out/daemon.conf <(echo old)
check "nothing is left behind" test "$(find out -mindepth 1 | wc -l)" -eq 1
check "the fragment is named on stderr" grep -q 'b\.conf' "$ERR"
finish
