# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
mode() { [[ $(stat -c %a "$2") == "$1" ]]; }
check "a directory that could not be entered is repaired" mode 755 www/closed
check "a closed directory inside a closed one is repaired" mode 755 www/closed/deeper
check "files in it are repaired" mode 644 www/closed/file
check "files in the deeper one are repaired" mode 644 www/closed/deeper/file
check "the exit status is 0" test "$STATUS" -eq 0
finish
