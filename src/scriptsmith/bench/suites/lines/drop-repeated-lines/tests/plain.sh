# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the first of equal lines stays, in the old order" diff <(printf '%s\n' 10.0.0.9 10.0.0.10 '# office' 192.168.1.1 '10.0.0.9 ' ' 10.0.0.9') allowlist.txt
check "no other file appears" test "$(ls -A)" = allowlist.txt

finish
