# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the largest lag of all channels counts, by number' [ "$(cat "$OUT") $STATUS" = 'WARNING lag 100 s 1' ]
finish
