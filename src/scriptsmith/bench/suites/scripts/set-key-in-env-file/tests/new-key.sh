# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "the key is added as a line of its own" cmp -s app.env <(printf 'A=1\nB=2\nC=3 and more\n')
finish
