# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an image that only begins alike, or that another container has, is not taken for the same' [ "$(jq -r '.deployments[0].containers.cart' /bench/state/kube.json)" = cart:1.1 ]
check 'it says deployed' [ "$(cat "$OUT") $STATUS" = 'deployed 0' ]
finish
