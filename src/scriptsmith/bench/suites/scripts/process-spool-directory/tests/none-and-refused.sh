# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
refused() { for each in "$STATUS2" "$STATUS3" "$STATUS4" "$STATUS5" "$STATUS6" "$STATUS7"; do [[ $each == 2 ]] || return 1; done; }
check "no jobs are no failure" test "$STATUS1" -eq 0 -a ! -s "$OUT1"
check "a handler that is not executable is refused" test "$STATUS2" -eq 2
check "a handler that is missing, or only in PATH, is refused" test "$STATUS3$STATUS4" = 22
check "a directory as handler is refused" test "$STATUS7" -eq 2
check "every wrong usage is refused" refused
check "no job is touched" test -f spool/incoming/a
finish
