# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
# shellcheck disable=SC2016
expected() {
  printf '%s\n' 'k = before any section' '[xa.b]' 'k = 1' '[A.B]' 'k = 2' '  [a.b]  ' '#k = 3' '  ;k = 4' 'kk = 5' 'k.k = 6' 'K = 7' \
    'k = p|/&\1 \n$HOME "q" #;[z]' 'other = k = 9' '[axb]' 'k = 10' '[a.b]' 'z = 12' '[a.b'
}
check "the exit status is 0" test "$STATUS" -eq 0
check "the value is written exactly as given" grep -qxF "$(expected | sed -n 12p)" 'my app.ini'
check "the key before any section stays" test "$(head -n 1 'my app.ini')" = 'k = before any section'
check "names that only look alike stay" test "$(grep -cx -e 'k = 1' -e 'k = 2' -e 'k = 10' -e 'K = 7' -e 'kk = 5' -e 'k.k = 6' 'my app.ini')" -eq 6
check "further settings of the key are removed, also where the section occurs again" test -z "$(grep -e second -e 'k = 11' 'my app.ini')"
check "the file is as asked" cmp -s 'my app.ini' <(expected)
finish
