# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'each hook is told as it ended, in order' [ "$(cat "$OUT")" = $'10-flush ok\n20-rotate failed 4\n30-report ok' ]
check 'a file that is not executable is no hook' [ ! -e never ]
check 'what a hook writes lies in its log, both streams' [ "$(sort out/logs/20-rotate.log)" = $'no space\nrotating' ]
check 'a hook gets no arguments' [ "$(cat out/logs/30-report.log)" = 'reported 0' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
