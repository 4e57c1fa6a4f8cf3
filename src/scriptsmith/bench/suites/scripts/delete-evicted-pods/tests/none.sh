# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'nothing is printed' [ ! -s "$OUT" ]
check 'the healthy pod is still there' grep -q one /bench/state/kube.json
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
