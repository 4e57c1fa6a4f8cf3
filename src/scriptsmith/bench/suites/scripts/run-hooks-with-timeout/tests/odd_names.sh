# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'hooks with odd names run in the order of bytes' [ "$(cat "$OUT")" = $'-n ok\n10%d ok\nZed ok\na b ok' ]
check 'each ran once' [ "$(grep -c ran ran)" -eq 4 ]
check 'hidden files and those in folders are no hooks' [ ! -e never ]
check 'an older log is replaced' [ ! -s 'logs/a b.log' ]
check 'the log of a name with a dash is there' [ -f logs/-n.log ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
