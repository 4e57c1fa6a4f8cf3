# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the other empty directories are removed" test -d spool -a ! -e spool/mine -a ! -e spool/other
check "what could not be removed is there" test -d spool/locked/empty
check "the exit status tells it" test "$STATUS" -eq 1
check "only removals that happened are counted" test "$(tail -n 1 "$OUT")" = "removed 3"
finish
