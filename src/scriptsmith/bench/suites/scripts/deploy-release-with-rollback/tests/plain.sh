# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the link points to the release, relatively' [ "$(readlink app/current)" = releases/2026-05 ]
check 'the application was restarted with it, once' [ "$(tail -n 1 /bench/state/started) $(grep -c 2026-05 /bench/state/started)" = 'releases/2026-05 1' ]
check 'it says deployed, and nothing else' [ "$(cat "$OUT1") $STATUS1" = 'deployed 2026-05 0' ]
check 'of the old releases the three last ones stay, and the one before' [ "$(ls -d app/releases/*/ | tr -d '\n')" = app/releases/2026-01/app/releases/2026-03/app/releases/2026-04/app/releases/2026-05/app/releases/2026-06/ ]
check 'a file among the releases stays' [ -f app/releases/README ]
check 'the second call says unchanged' [ "$(cat "$OUT2") $STATUS2" = 'unchanged 0' ]
check 'no link of another name is left' [ "$(ls -A app | tr '\n' ' ')" = 'current releases ' ]
finish
