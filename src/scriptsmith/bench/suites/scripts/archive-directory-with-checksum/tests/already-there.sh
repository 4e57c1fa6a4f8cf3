# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the archive that was there is untouched" grep -qx precious backups/site.tar.gz
check "the reason is told on stderr" test -s "$ERR"
check "no checksum was written for it" test ! -e backups/site.tar.gz.sha256
finish
