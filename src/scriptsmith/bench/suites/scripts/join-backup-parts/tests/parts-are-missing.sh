# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the first missing part is named" grep -qE 'part-2\b' "$ERR"
check "the second missing part is named" grep -qE 'part-5\b' "$ERR"
check "the part that cannot be read is named" grep -qE 'part-4\b' "$ERR"
check "parts that are there are not blamed" test -s "$ERR" -a -z "$(grep -E 'part-[136]\b' "$ERR")"
check "nothing is left in the folder" test -z "$(find out -mindepth 1 -print -quit)"
finish
