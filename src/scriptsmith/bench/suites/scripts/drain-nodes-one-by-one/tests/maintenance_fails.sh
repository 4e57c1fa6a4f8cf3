# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a node whose maintenance failed stays unschedulable' [ "$(jq -c '.nodes[0].cordoned' /bench/state/kube.json)" = true ]
check 'no further node was touched' [ "$(cat maintained)" = n1 ]
check 'it is told' [ "$(cat "$OUT")" = 'maintenance failed n1' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
