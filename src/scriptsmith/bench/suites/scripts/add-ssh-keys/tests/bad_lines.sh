# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the good key is added, its odd comment as it is' [ "$(cat 'home of ann/.ssh/authorized_keys')" = 'ecdsa-sha2-nistp256 AAAAgood/+= c*d\n %s' ]
check 'it tells one' [ "$(cat "$OUT")" = 'added 1' ]
check 'bad lines are told on standard error' [ -s "$ERR" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
