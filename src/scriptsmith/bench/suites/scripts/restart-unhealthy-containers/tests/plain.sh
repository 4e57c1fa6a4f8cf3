# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
restarts() { jq -e --argjson n "$2" '(.restarts // 0) == $n' "/bench/state/containers/$1"; }
check 'the first unhealthy container was restarted once' restarts shop-web 1
check 'the second unhealthy container was restarted once' restarts queue.worker_1 1
check 'a healthy container was left alone' restarts cache 0
check 'a container without a check was left alone' restarts plain 0
check 'both are told by their names, and nothing else is printed' [ "$(sort "$OUT")" = $'restarted queue.worker_1\nrestarted shop-web' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
