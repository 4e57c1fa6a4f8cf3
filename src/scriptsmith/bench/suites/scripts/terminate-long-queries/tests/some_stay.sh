# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the session that stays is told, and those around it are ended' [ "$(cat "$OUT")" = $'ended 301 900 shop\nnot ended 302 900 owner\nended 303 800 shop' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
