# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a channel that only tries to connect is stopped, whatever its lag, and counts though another one is good' [ "$(cat "$OUT") $STATUS" = 'CRITICAL replication stopped 2' ]
finish
