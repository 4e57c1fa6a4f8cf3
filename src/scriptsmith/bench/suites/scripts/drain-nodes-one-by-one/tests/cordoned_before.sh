# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a node that was unschedulable before stays so and is told as skipped' [ "$(jq -c '.nodes[1].cordoned' /bench/state/kube.json) $(grep -cx 'skipped n2' "$OUT")" = 'true 1' ]
check 'it was not maintained, and the nodes after it were, though the program reads its input' [ "$(cat maintained)" = $'n1\nn3' ]
check 'a node that is not ready is no different' grep -qx 'done n3' "$OUT"
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
