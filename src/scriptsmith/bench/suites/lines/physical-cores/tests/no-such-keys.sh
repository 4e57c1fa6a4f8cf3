# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the number of processors is printed where the keys are not there" test "$(<"$OUT")" = 3

finish
