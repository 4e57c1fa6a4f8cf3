# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '[a]\nx = 1\n\n[b]\n; nothing yet\nk = v\n\n\n[c]\ny = 2\n\n[d e]\nk = v\n'; }
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "a new key stands at the end of its section, a new section at the end of the file" cmp -s app.ini <(expected)
check "an empty file gets the section without a blank line" cmp -s empty.ini <(printf '[s]\nk = v\n')
finish
