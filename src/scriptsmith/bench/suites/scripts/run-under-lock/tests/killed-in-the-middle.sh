# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the killed run had begun" test -e started
check "the next run simply works" test "$STATUS2" -eq 0 -a -e ran-after
check "and the one after it" test "$STATUS3" -eq 0 -a -e ran-again
finish
