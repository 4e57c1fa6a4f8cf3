# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mkdir /tmp/new
tar -xzf 'out/my bundle.tar.gz' -C /tmp/new
has() { cmp -s "/tmp/new/bundle/$1" "./$1"; }
check "the exit status is 0" test "$STATUS" -eq 0
check "a name with a leading dash is collected" has -dash
check "names with spaces and patterns are collected" test -f '/tmp/new/bundle/my etc/a b' -a -f '/tmp/new/bundle/my etc/*' -a -f '/tmp/new/bundle/my etc/-rf'
check "names with backslashes and newlines are collected" test -f '/tmp/new/bundle/my etc/sub dir/back\slash' -a -f $'/tmp/new/bundle/my etc/sub dir/new\nline'
check "an empty file is collected" test -f '/tmp/new/bundle/my etc/empty'
check "links, pipes and what lies behind links are not" test -d '/tmp/new/bundle/my etc' -a -z "$(find /tmp/new -name 'link*' -o -name pipe)"
check "nothing is missing" test -d /tmp/new/bundle -a ! -e /tmp/new/bundle/MISSING
check "nothing else is in the bundle" test "$(find /tmp/new/bundle -type f -printf x | wc -c)" -eq 8
finish
