# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the last hundred lines are left" diff <(seq -f 'line %g of  the log' 151 250) logs/app.log
check "it is the same file as before" test logs/app.log -ef held
check "its mode stays" test "$(stat -c %a logs/app.log)" = 640
check "no other file is left behind" diff <(printf '%s\n' . ./held ./logs ./logs/app.log) <(find . | sort)

finish
