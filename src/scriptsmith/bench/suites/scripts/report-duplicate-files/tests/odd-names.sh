# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '%s\n' '"q"' '*' '-n' '.hidden' 'a b' 'back\slash' 's  s/  lead' 'trail ' '' Z z; }
check "odd names are printed as they are" cmp -s "$OUT" <(expected)
check "the exit status is 0" test "$STATUS" -eq 0
finish
