# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'one stopped channel among good ones is told' [ "$(cat "$OUT") $STATUS" = 'CRITICAL replication stopped 2' ]
finish
