# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
now() { jq -r ".deployments[0]$1" /bench/state/kube.json; }
check 'the old image is back' [ "$(now .containers.cart)" = cart:1.4 ]
check 'it was undone once' [ "$(now '.undone // 0')" -eq 1 ]
check 'it says rolled back, and nothing else' [ "$(cat "$OUT")" = 'rolled back' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
