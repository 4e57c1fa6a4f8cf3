# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
check 'the older file stays as it was, alone' [ "$(ls -A sudoers.d) $(cat sudoers.d/ops)" = 'ops %ops ALL=(root) /usr/bin/id' ]
check 'nothing goes to standard output' [ ! -s "$OUT" ]
check 'the trouble is told on standard error' [ -s "$ERR" ]
finish
