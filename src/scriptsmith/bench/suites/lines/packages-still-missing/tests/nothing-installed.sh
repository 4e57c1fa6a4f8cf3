# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "all is printed when nothing is installed" diff wanted.txt "$OUT"

finish
