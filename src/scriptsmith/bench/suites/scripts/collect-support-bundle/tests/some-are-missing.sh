# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mkdir /tmp/new
tar -xzf out/bundle.tar.gz -C /tmp/new
expected() { printf 'nowhere/x y\netc/b\netc/../etc/c\netc/closed\n'; }
check "the others are collected" test -f /tmp/new/bundle/etc/a -a -f /tmp/new/bundle/etc/c
check "the exit status tells it" test "$STATUS" -eq 1
check "the archive tells what is missing, in order" cmp -s /tmp/new/bundle/MISSING <(expected)
check "it is told on stderr too" test "$(grep -c -e 'nowhere/x y' -e 'etc/b' -e 'etc/closed' "$ERR")" -ge 3
check "what cannot be read is not there as an empty file" test -d /tmp/new/bundle/etc -a ! -e /tmp/new/bundle/etc/b
finish
