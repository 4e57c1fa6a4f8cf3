# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '+ added\n! conf.d/app.conf\n- gone\n'; }
check "the exit status tells that there are differences" test "$STATUS" -eq 1
check "a file that is only in the first is told" grep -qxF -- '- gone' "$OUT"
check "a file that is only in the second is told" grep -qxF '+ added' "$OUT"
check "a file with other content is told" grep -qxF '! conf.d/app.conf' "$OUT"
check "the report is as asked, and nothing else" cmp -s "$OUT" <(expected)
finish
