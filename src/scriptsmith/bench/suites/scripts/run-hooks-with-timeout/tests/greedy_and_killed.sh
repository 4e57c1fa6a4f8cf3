# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a hook that reads finds nothing to read' [ ! -s logs/1-reads.log ]
check 'the hook after it runs' grep -qx '2-next ok' "$OUT"
check 'a hook that is killed by itself has failed, and did not run out of time' grep -qx '3-dies failed 137' "$OUT"
check 'the hook after that is told with its status' grep -qx '4-fails failed 3' "$OUT"
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
