# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the older file stays as it was' [ "$(cat sudoers.d/ops)" = '%ops ALL=(root) /usr/bin/id' ]
check 'nothing else lies in the directory' [ "$(ls -A sudoers.d)" = ops ]
check 'the exit status is 1, with and without an older file' [ "$STATUS1$STATUS2" = 11 ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" | wc -c)" -eq 0 ]
check 'the trouble is told on standard error' [ -s "$ERR1" ]
finish
