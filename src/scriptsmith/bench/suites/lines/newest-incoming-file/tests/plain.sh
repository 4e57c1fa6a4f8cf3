# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the file modified last is named" test "$(<"$OUT")" = "report  12 (final).csv"

finish
