# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the files that can be read are compared" cmp -s "$OUT" <(printf 'a\nc\n')
check "the exit status tells that a part is missing" test "$STATUS" -eq 1
check "the unreadable file is named on stderr" grep -q '\bb\b' "$ERR"
check "the unreadable directory is named on stderr" grep -q closed "$ERR"
finish
