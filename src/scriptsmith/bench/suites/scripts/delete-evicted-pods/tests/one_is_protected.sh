# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
left=$(jq -r '.pods[].name' /bench/state/kube.json)
check 'the pods before and after the one that cannot be deleted are gone' [ "$left" = two ]
check 'only deleted pods are told as deleted' [ "$(sort "$OUT")" = $'deleted a/one\ndeleted c/three' ]
check 'the pod that stays is told on standard error' grep -q two "$ERR"
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
