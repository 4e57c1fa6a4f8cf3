# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a server that is no replica is unknown' [ "$(cut -d ' ' -f 1 "$OUT1") $STATUS1" = 'UNKNOWN 3' ]
check 'a missing argument is unknown' [ "$(cut -d ' ' -f 1 "$OUT2") $STATUS2" = 'UNKNOWN 3' ]
check 'arguments that are no numbers are unknown' [ "$(cut -d ' ' -f 1 "$OUT3") $STATUS3" = 'UNKNOWN 3' ]
finish
