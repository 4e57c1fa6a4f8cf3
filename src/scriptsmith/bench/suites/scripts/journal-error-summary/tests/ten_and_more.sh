# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'counts are compared as numbers, and written without padding' [ "$(cat "$OUT")" = $'10 many.service\n9 few.service' ]
finish
