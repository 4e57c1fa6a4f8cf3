# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '%s\n' '+ dir' '- dir/inner' '! file' '! link' '- zero'; }
check "a file here and a link there is a difference, though the content is equal" grep -qxF '! file' "$OUT"
check "links with other targets differ, though both point nowhere" grep -qxF '! link' "$OUT"
check "an empty file is a file" grep -qxF -- '- zero' "$OUT"
check "the report is as asked, and nothing else" cmp -s "$OUT" <(expected)
finish
