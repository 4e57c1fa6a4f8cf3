# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mode() { [[ $(stat -c %a "$2") == "$1" ]]; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the directory itself is repaired" mode 755 www
check "a directory below it is repaired" mode 755 www/img
check "files are repaired" mode 644 www/index.html
check "files in lower directories are repaired" mode 644 www/img/a.png
check "a CGI program can be run" mode 755 www/cgi-bin/form.cgi
check "a right script stays right" mode 755 www/cgi-bin/run.sh
check "the number of changes is told" test "$(tail -n 1 "$OUT")" = "changed 5"
finish
