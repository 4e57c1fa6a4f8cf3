# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "odd names are handled" test -f $'csv/a\nb.csv' -a -f 'csv/*.csv' -a -f csv/-t.csv
check "what was in the folder stays" test "$(cat csv/before.csv)" = before
check "the second run, with nothing to move, ends well" test "$STATUS2" = 0

finish
