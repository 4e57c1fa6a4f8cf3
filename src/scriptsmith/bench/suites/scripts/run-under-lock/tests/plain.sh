# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is that of the command" test "$STATUS2" -eq 3
check "what the command prints is printed" cmp -s "$OUT2" <(echo hello)
check "a second run under the same lock is refused" test "$(cat inner-status)" = 75
check "its command is not run" test -e inner-status -a ! -e ran-inside
check "another lock is independent" test -e ran-other
check "a later run under the lock works" test "$STATUS3" -eq 0 -a -e ran-after
finish
