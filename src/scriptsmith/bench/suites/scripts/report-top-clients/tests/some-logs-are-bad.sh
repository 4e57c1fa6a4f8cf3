# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '1\t2\t10.0.0.2\n1\t1\t10.0.0.1\n'; }
check "the good logs are counted" cmp -s "$OUT" <(expected)
check "the exit status tells it" test "$STATUS" -eq 1
check "what is not gzip is named on stderr" grep -q 'b\.log\.gz' "$ERR"
check "what is missing is named on stderr" grep -q 'missing\.log' "$ERR"
check "what is a directory is named on stderr" grep -q 'd\.log' "$ERR"
finish
