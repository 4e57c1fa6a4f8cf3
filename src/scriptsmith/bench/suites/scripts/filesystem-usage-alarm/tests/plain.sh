# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the file systems that are too full are told, and no other' [ "$(sort "$OUT")" = $'80% /srv\n95% /' ]
check 'a file system in memory does not count' [ -z "$(grep /run "$OUT")" ]
check 'an overlay does not count' [ -z "$(grep merged "$OUT")" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
