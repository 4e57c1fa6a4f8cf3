# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'deleted %s\n' .hidden -f 'z 9' $'new\nline' 's s/B'; echo 'size 20'; }
check "odd names are deleted by age, then by path" cmp -s "$OUT" <(expected)
check "the newest stay" test -f 'my dumps/*' -a -f 'my dumps/s s/a'
check "links stay" test -L 'my dumps/link' -a -L 'my dumps/dirlink'
check "what links point to stays" test -f outside/f
check "the exit status is 0" test "$STATUS" -eq 0
finish
