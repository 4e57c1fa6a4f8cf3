#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --detach --name flaps --restart always busybox:1 sh -c 'exit 4' >/dev/null
docker run --detach --name steady --restart always busybox:1 sleep 1000 >/dev/null
restarts() { [[ $(docker inspect --format '{{.RestartCount}}' flaps) -ge 2 ]]; }
await restarts
run --min-restarts 2
check 'the one that comes back over and over is listed' grep -qE '^[2-9] restarts: flaps, .*policy always$' <<<"$out"
check 'with its exit code' grep -q 'exit code 4\|up since' <<<"$out"
check 'a steady one is not' test -z "$(grep steady <<<"$out")"
check 'the sum' grep -qx '1 containers with 2 or more restarts by their policy, or between two tries (a swarm makes new ones instead)' <<<"$out"
docker run --detach --name once --restart on-failure busybox:1 sh -c 'test -e /it && exec sleep 1000; touch /it; exit 1' >/dev/null
once() { [[ $(docker inspect --format '{{.RestartCount}} {{.State.Status}}' once) == '1 running' ]]; }
await once
sleep 2 # its start is noted a moment after its count
run
check 'since when one is up is told in UTC' grep -q "^1 restarts: once, up since $(docker inspect --format '{{.State.StartedAt}}' once | cut -c 1-19)Z, policy on-failure" <<<"$out"
docker rm --force once >/dev/null
docker rm --force flaps >/dev/null
run
check 'none is none' grep -q '^0 containers' <<<"$out"
finish
