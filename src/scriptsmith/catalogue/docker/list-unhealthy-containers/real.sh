#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --detach --name sick --health-cmd 'echo cannot reach the database; exit 1' --health-interval 1s --health-retries 1 busybox:1 sleep 1000 >/dev/null
docker run --detach --name well --health-cmd true --health-interval 1s busybox:1 sleep 1000 >/dev/null
docker run --detach --name slow --health-cmd true --health-interval 100s busybox:1 sleep 1000 >/dev/null
docker run --detach --name plain busybox:1 sleep 1000 >/dev/null
health() { [[ $(docker inspect --format '{{.State.Health.Status}}' "$1") == "$2" ]]; }
await health sick unhealthy
await health well healthy
run
check 'the sick one is listed' grep -qE '^unhealthy: sick, image busybox:1, [0-9]+ failures in a row$' <<<"$out"
check 'with what its check said' grep -qE 'last check at .*, exit code 1: cannot reach the database' <<<"$out"
check 'and at what time, with its zone' grep -qE 'last check at [-0-9]{10}T[:0-9]{8}(Z|[+-][0-9]{2}:[0-9]{2}), ' <<<"$out"
check 'one whose check has not run yet' grep -q '^starting: slow,' <<<"$out"
check 'a healthy one is not listed' test -z "$(grep -w well <<<"$out")"
check 'and the sum' grep -qx '1 containers are unhealthy, 1 starting, 1 have no health check' <<<"$out"
finish
