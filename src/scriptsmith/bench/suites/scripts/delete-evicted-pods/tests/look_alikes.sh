# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
left=$(jq -r '.pods[] | .namespace + "/" + .name' /bench/state/kube.json | sort)
check 'only the evicted pod is gone: not those of the same name, in a misleading namespace, or failed otherwise' \
  [ "$left" = $'default/web-0\nevicted/web-0\nops/job-1\nops/watch-evicted-0' ]
check 'it is told' [ "$(cat "$OUT")" = 'deleted ops/web-0' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
