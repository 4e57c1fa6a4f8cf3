# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a file without the text keeps its modification time" test "$(stat -c %Y etc/other.conf)" = "$(date -ud 2026-01-02T03:04:05 +%s)"
check "a symbolic link stays a link" test "$(readlink etc/link.conf)" = ../shared/real.conf
check "a file outside that a link points to is not touched" test "$(cat shared/real.conf)" = db.old.example
check "files with odd names are changed" test "$(cat $'etc/a\nb.conf' 'etc/*.conf' etc/-i.conf | sort -u)" = db.new.example
check "a second run ends well" test "$STATUS" = 0

finish
