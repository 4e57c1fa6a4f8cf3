# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
gone() { for f in 'a b' '-f' '*' '.hidden' crlf huge; do [[ ! -e "my run/$f.pid" ]] || return 1; done; }
check "stale files are removed whatever their names and forms are" gone
check "white space around the number of a living process is no matter" test -f 'my run/alive.pid'
check "a link and what it points to stay" test -L 'my run/link.pid' -a -f 'my run/real'
check "a directory stays" test -d 'my run/dir.pid'
check "what lies deeper stays" test -f 'my run/sub/deeper.pid'
check "both runs succeed, the second has nothing to do" test "$STATUS1$STATUS2" = 00 -a ! -s "$OUT2"
finish
