# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the mode of a file with the right content is put right' [ "$(stat -c %a sudoers.d/ops)" = 440 ]
check 'it says installed' [ "$(cat "$OUT") $STATUS" = 'installed 0' ]
finish
