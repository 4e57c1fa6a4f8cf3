# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a second run puts no copy into the copy" test ! -e backup/site/site
check "a file that changed in between is the new one" test "$(cat backup/site/index.html)" = "<h1>new</h1>"
check "nothing else lies in the backup" test "$(find backup -mindepth 1 -maxdepth 1 | sort | tr '\n' ' ')" = "backup/older.txt backup/site "

finish
