# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'what df could read is told' [ "$(cat "$OUT")" = '93% /srv' ]
check 'the complaint reaches standard error' grep -qF '/mnt/nas' "$ERR"
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
finish
