# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the file behind a link keeps its content" test -s outside/precious.log
check "the link is still a link" test -L logs/link.log
check "the real log is empty" test -f logs/real.log -a ! -s logs/real.log
check "only the real log is printed" cmp -s "$OUT" <(echo real.log)
check "the exit status is 0" test "$STATUS" -eq 0
finish
