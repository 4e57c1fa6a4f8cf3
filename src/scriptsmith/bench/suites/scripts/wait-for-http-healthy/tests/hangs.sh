# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a request that hangs is given up, and the service is not healthy' [ "$STATUS" -eq 1 ]
check 'it is not told as healthy' [ ! -s "$OUT" ]
finish
