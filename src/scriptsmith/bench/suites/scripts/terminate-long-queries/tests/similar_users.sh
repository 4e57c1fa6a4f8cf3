# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'only the very names are protected' [ "$(cat "$OUT")" = $'ended 403 700 shopxro\nended 404 650 workshop' ]
check 'the protected ones are left alone' [ -z "$(grep -xE '401|402' /bench/state/terminated)" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
