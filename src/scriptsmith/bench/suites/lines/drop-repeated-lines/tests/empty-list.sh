# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "an empty list stays empty" test -f allowlist.txt -a ! -s allowlist.txt

finish
