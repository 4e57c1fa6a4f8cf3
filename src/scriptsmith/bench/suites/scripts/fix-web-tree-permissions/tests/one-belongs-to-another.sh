# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mode() { [[ $(stat -c %a "$2") == "$1" ]]; }
check "the files before and after it are repaired" mode 644 www/a
check "the file after it is repaired" mode 644 www/c
check "the exit status tells it" test "$STATUS1" -eq 1
check "the file is named on stderr" grep -q 'www/b' "$ERR1"
check "only what was changed is counted" test "$(tail -n 1 "$OUT1")" = "changed 2"
check "no argument is refused" test "$STATUS2" -eq 2
check "a file is refused" test "$STATUS3" -eq 2
finish
