# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'each node of the label was maintained, in the order of names' [ "$(cat maintained)" = $'web-1\nweb-2' ]
check 'each was drained before, alone' [ "$(jq -c .history /bench/state/kube.json)" = '[["web-1",["web-1"]],["web-2",["web-2"]]]' ]
check 'all nodes are schedulable afterwards' [ "$(jq '[.nodes[] | select(.cordoned)] | length' /bench/state/kube.json)" -eq 0 ]
check 'standard output has the two lines only' [ "$(cat "$OUT")" = $'done web-1\ndone web-2' ]
check 'a node of another label was not touched' [ -z "$(grep db-1 "$BENCH_CALLS")" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
