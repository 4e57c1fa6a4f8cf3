# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
now() { jq -r ".deployments[0]$1" /bench/state/kube.json; }
check 'the container has the new image' [ "$(now .containers.cart)" = registry.internal:5000/cart:1.5 ]
check 'the other container has its image still' [ "$(now '.containers["cart-proxy"]')" = proxy:3 ]
check 'it says deployed, and nothing else' [ "$(cat "$OUT1") $STATUS1" = 'deployed 0' ]
check 'the rollout was waited for' grep -qE '^kubectl .*rollout status' "$BENCH_CALLS"
check 'the second call says unchanged' [ "$(cat "$OUT2") $STATUS2" = 'unchanged 0' ]
check 'the deployment was changed once' [ "$(now .changes)" = 1 ]
finish
