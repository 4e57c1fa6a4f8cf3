# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
refused() { for each in "$STATUS2" "$STATUS3" "$STATUS4" "$STATUS5" "$STATUS6" "$STATUS7" "$STATUS8"; do [[ $each == 2 ]] || return 1; done; }
check "an empty source is a failure" test "$STATUS1" -eq 1
check "the target stays then" grep -qx keep dst/keep
check "a directory inside the other, or the same, is refused" test "$STATUS2$STATUS3$STATUS4" = 222
check "every wrong usage is refused" refused
check "the source stays" test "$(find src -mindepth 1 | sort | xargs)" = 'src/f src/inner src/inner/g'
check "a link as target and what it points to stay" test -L link -a "$(find real -mindepth 1 -printf %f)" = keep
check "a file as target stays" grep -qx file file
finish
