# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
left() { python3 -c 'import json; print(*sorted(each[0] for each in json.load(open("/bench/state/sessions.json"))))'; }
check 'a line of a query that looks like a row ends no session' [ -z "$(grep -x 202 /bench/state/terminated)" ]
check 'a protected user with a quote in the name is left alone, and one on a last line without an end' [ -z "$(grep -xE '204|209' /bench/state/terminated)" ]
check 'a backup is left alone, by the exact beginning of its name' [ -z "$(grep -x 206 /bench/state/terminated)" ]
check 'a query that runs exactly as long as the limit is left alone' [ -z "$(grep -x 208 /bench/state/terminated)" ]
check 'a user with a blank, and an application with a bar, are no trouble' [ "$(cat "$OUT")" = $'ended 203 1000 batch user\nended 201 900 shop\nended 207 700 shop\nended 205 601 shop' ]
check 'all others are still there' [ "$(left)" = '202 204 206 208 209' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
