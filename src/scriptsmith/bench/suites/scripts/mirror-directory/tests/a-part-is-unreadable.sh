# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the rest is mirrored" test "$(cat dst/a dst/c dst/open/e | sort -u)" = new
check "what is extra is gone" test -d dst -a ! -e dst/extra
check "what was there for an unreadable file stays" grep -qx old dst/b
check "what was there for an unreadable directory stays" grep -qx old dst/closed/d
check "the exit status tells it" test "$STATUS" -eq 1
check "both are named on stderr" test "$(grep -c '\bb\b' "$ERR")" -ge 1 -a "$(grep -c closed "$ERR")" -ge 1
finish
