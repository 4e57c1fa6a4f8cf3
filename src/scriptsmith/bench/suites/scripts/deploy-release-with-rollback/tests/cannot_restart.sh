# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'when the unit cannot be restarted, going back is tried, and fails' [ "$(cat "$OUT") $STATUS" = 'rollback failed 3' ]
check 'the link points to the release before' [ "$(readlink app/current)" = releases/a ]
check 'no release was deleted' [ "$(ls app/releases | wc -l)" -eq 2 ]
finish
