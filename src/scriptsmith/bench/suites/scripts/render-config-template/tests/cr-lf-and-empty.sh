# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "a CR at the end of a value is dropped, those of the template and blank lines stay" cmp -s out <(printf 'a 1\r\nb 2\n\n\n')
check "an empty template gives an empty file" test -f out2 -a ! -s out2
check "a template without names needs no values" cmp -s out3 <(printf x)
finish
