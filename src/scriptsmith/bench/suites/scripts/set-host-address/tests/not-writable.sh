# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the reason is told on stderr" test -s "$ERR"
check "the file is not changed" cmp -s hosts <(echo '10.0.0.1 a')
finish
