# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '%s\n' '- *' '! -n' '- .hidden' '+ B file' '! a  b ' '- a file' '+ z\t'; }
check "odd names are told as they are, in byte order" cmp -s "$OUT" <(expected)
check "a missing last newline is a difference" grep -qxF '! a  b ' "$OUT"
check "the exit status tells that there are differences" test "$STATUS" -eq 1
finish
