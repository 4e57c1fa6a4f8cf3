# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an unknown container ends with 2' [ "$STATUS1" -eq 2 ]
check 'an unknown deployment ends with 2' [ "$STATUS2" -eq 2 ]
check 'a deployment of another namespace ends with 2' [ "$STATUS3" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS4" -eq 2 ]
check 'nothing was undone that was not done' [ "$(jq -r '.deployments[0] | .containers.cart + " " + (.undone // 0 | tostring)' /bench/state/kube.json)" = 'cart:1.4 0' ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" "$OUT3" "$OUT4" | wc -c)" -eq 0 ]
finish
