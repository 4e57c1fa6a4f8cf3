# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "blank lines at the end stay, and a last line without newline stays so" cmp logs/app.log <(seq 12 100; printf '\n\n  \n\\n\t\n%.0s' 1 2; printf '\n\nend')
check "it is the same file as before" test logs/app.log -ef held

finish
