# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a folder that could not be entered has mode 755" test "$(stat -c %a www/closed www/closed/in | tr '\n' ' ')" = "755 755 "
check "the files in it have mode 644" test "$(stat -c %a www/closed/in/page.html)" = 644
check "odd names are handled" test "$(stat -c %a $'www/new\nline.html' 'www/ *.html' | tr '\n' ' ')" = "644 644 "

finish
