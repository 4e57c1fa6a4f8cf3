# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "at the limit nothing is deleted" cmp -s "$OUT1" <(echo 'size 300')
check "a byte over it, the oldest is deleted" cmp -s "$OUT2" <(printf 'deleted a\nsize 200\n')
check "with a limit of 0 everything is deleted" cmp -s "$OUT3" <(printf 'deleted b\nsize 0\n')
check "an empty directory fits" cmp -s "$OUT4" <(echo 'size 0')
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3$STATUS4" = 0000
finish
