#!/usr/bin/env bash
. "$HARNESS"
use docker

docker create --name web busybox:1 sleep 1000 >/dev/null
state() { docker inspect --format '{{.State.Status}}' "$1"; }
run --container web --dry-run
check 'a dry run starts nothing' test "$(state web)" = created
run --container web
check 'it succeeds' test "$status" -eq 0
check 'it runs' test "$(state web)" = running
run --container web
check 'a second run has nothing to do' grep -q '^nothing to start' <<<"$out"
short=$(docker create --name other busybox:1 sleep 1000)
run --container "${short:0:5}"
check 'how an id begins is no name' test "$status:$(state other)" = 3:created
run --container "${short:0:12}"
check 'an id of 12 characters is one' test "$status:$(state other)" = 0:running
docker create --name dies --restart on-failure:1 busybox:1 sh -c 'sleep 1; exit 6' >/dev/null
run --container dies
check 'one that ends is a failure' test "$status" -eq 1
docker create --name sick --health-cmd false --health-interval 1s --health-retries 1 busybox:1 sleep 1000 >/dev/null
run --container sick
check 'one whose health check fails is a failure' test "$status" -eq 1
docker run --detach --name loop --restart always busybox:1 sh -c 'sleep 0.2; exit 6' >/dev/null
await bash -c '[ "$(docker inspect --format "{{.RestartCount}}" loop)" -ge 2 ]'
run --container loop
check 'one in a loop of restarts is a failure, whatever its state at the moment' test "$status" -eq 1
docker pause web >/dev/null
run --container web
check 'a paused one is refused' test "$status" -eq 3
docker unpause web >/dev/null
run --container absent
check 'one that is not there is refused' test "$status" -eq 3
finish
