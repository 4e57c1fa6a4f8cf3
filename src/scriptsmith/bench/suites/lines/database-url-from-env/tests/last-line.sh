# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the value of a last line without newline is printed" test "$(<"$OUT")" = 'sqlite:///var/lib/my app/x.db'

finish
