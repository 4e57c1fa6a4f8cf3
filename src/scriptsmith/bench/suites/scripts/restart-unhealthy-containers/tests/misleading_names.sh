# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
restarts() { jq -e --argjson n "$2" '(.restarts // 0) == $n' "/bench/state/containers/$1"; }
check 'a healthy container with a misleading name was left alone' restarts unhealthy-probe 0
check 'a container that is starting, of an image with a misleading name, was left alone' restarts tools 0
check 'the unhealthy one was restarted' restarts api 1
check 'a stopped container was not started' restarts stopped 0
check 'only the unhealthy one is told' [ "$(cat "$OUT")" = 'restarted api' ]
finish
