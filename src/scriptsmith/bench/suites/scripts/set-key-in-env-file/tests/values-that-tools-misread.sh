# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
# shellcheck disable=SC2016
expected() {
  printf 'A=-n\n%s\nB= two  spaces \n\nC=\\n\377\nEMPTY=\n' 'export URL=p|/a&b\1\n"$HOME"'"'"'`id`=x#y'
}
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "the value is written exactly as given" grep -qxF "$(expected | sed -n 2p)" 'my dir/app.env'
check "a second setting of the key is removed" test "$(grep -c 'URL=' 'my dir/app.env')" -eq 1
check "an empty value is a value" grep -qx 'EMPTY=' 'my dir/app.env'
check "all other bytes stay" cmp -s 'my dir/app.env' <(expected)
finish
