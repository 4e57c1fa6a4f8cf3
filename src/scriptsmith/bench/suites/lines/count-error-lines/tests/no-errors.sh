# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "0 is printed for a log without errors" test "$(<"$OUT")" = 0
check "the log is as it was" test "$(grep -c "" logs/app.log)" = 2

finish
