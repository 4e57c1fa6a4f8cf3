#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --name fine busybox:1 true
docker run --name broken --restart no busybox:1 false
docker create --name new busybox:1 true >/dev/null
docker run --detach --name lives busybox:1 sleep 1000 >/dev/null
run
check 'one that ended well' grep -qE '^fine: exited, exit 0 at [0-9T:-]+Z, image busybox:1, restart policy no$' <<<"$out"
check 'one that failed' grep -q '^broken: exited, exit 1 at ' <<<"$out"
check 'one that was never started' grep -q '^new: created, never started, ' <<<"$out"
check 'one that runs is not listed' test -z "$(grep lives <<<"$out")"
check 'and the sum: one that never ran has not ended well' grep -qx '3 containers are stopped, 1 of them without an error, 1 were never started' <<<"$out"
docker rm fine broken new >/dev/null
docker run --detach --name wheel --restart always busybox:1 false >/dev/null
docker run --detach --name cold busybox:1 sleep 1000 >/dev/null && docker pause cold >/dev/null
await bash -c 'docker ps --all --filter status=restarting --quiet | grep -q .'
run
check 'one that restarts over and over is told, and one that is paused' test "$(grep -c '^not stopped, and not at work: \(wheel: Restarting\|cold: .*Paused\)' <<<"$out")" -eq 2
docker rm --force wheel cold >/dev/null
docker run --detach --name bad --volume /proc/none:/x busybox:1 true >/dev/null 2>&1
run
check 'one whose start failed is told as that' grep -q '^bad: created, could not be started (code 12[78])' <<<"$out"
docker rm bad >/dev/null
run
check 'none' grep -qx '0 containers are stopped' <<<"$out"
finish
