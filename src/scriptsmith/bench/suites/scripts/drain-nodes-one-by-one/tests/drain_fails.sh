# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a node that could not be drained was not maintained, nor one after it' [ "$(cat maintained)" = n1 ]
check 'no node is left unschedulable' [ "$(jq '[.nodes[] | select(.cordoned)] | length' /bench/state/kube.json)" -eq 0 ]
check 'it is told' [ "$(cat "$OUT")" = $'done n1\nnot drained n2' ]
check 'the next node was not drained' [ -z "$(grep -E 'drain.* n3|n3.* drain' "$BENCH_CALLS")" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
