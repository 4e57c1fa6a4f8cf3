# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
left() { python3 -c 'import json; print(*sorted(each[0] for each in json.load(open("/bench/state/sessions.json"))))'; }
check 'in mode check the sessions that are concerned are told, the longest first' [ "$(cat "$OUT1")" = $'would end 103 4000 report\nwould end 101 900 shop' ]
check 'in mode terminate they are told as ended' [ "$(cat "$OUT2")" = $'ended 103 4000 report\nended 101 900 shop' ]
check 'they are ended, and no other: not short ones, protected users, or a dump' [ "$(left)" = '102 104 105' ]
check 'each was ended once' [ "$(sort /bench/state/terminated | tr '\n' ' ')" = '101 103 ' ]
check 'the exit status is 0' [ "$STATUS1$STATUS2" = 00 ]
finish
