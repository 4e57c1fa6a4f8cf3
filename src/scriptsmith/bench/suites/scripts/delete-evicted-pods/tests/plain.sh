# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
left=$(jq -r '.pods[] | .namespace + "/" + .name' /bench/state/kube.json | sort)
check 'the evicted pods are gone, and no other pod is' [ "$left" = $'batch/night-x2\nshop/cart-7d9f-fghij' ]
check 'each deleted pod is told with its namespace, and nothing else' [ "$(sort "$OUT")" = $'deleted batch/night-x1\ndeleted shop/cart-7d9f-abcde' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
