# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
# shellcheck disable=SC2016
expected() { printf 'from stdin\n<two  words><*><><$HOME><-n>'; }
check "the command gets its arguments and stdin unchanged" cmp -s "$OUT1" <(expected)
check "stderr of the command goes to stderr" grep -qx problem "$ERR1"
check "the exit status is 0" test "$STATUS1" -eq 0
check "a killed command gives 137" test "$STATUS2" -eq 137
check "a command that does not exist gives 127" test "$STATUS3" -eq 127
check "a command that fails gives its status" test "$STATUS4" -eq 1
finish
