# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mode() { [[ $(stat -c %a "$2") == "$1" ]]; }
check "a name with a leading dash is repaired" mode 644 'my www/a b/-R'
check "a name that is a pattern is repaired" mode 644 'my www/*'
check "a script with a newline in its name is repaired" mode 755 $'my www/new\nline.sh'
check "the file behind a link is left alone" mode 600 outside/file
check "what lies in a directory behind a link is left alone" mode 600 outside/dir/inner.sh
check "a directory behind a link is left alone" mode 700 outside/dir
check "the number of changes is told" test "$(tail -n 1 "$OUT")" = "changed 3"
finish
