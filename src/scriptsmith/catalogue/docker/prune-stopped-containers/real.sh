#!/usr/bin/env bash
. "$HARNESS"
use docker

docker volume create keep >/dev/null
docker run --name ended --volume keep:/data busybox:1 sh -c 'echo x >/data/file'
docker run --name wanted --restart unless-stopped --detach busybox:1 sleep 1000 >/dev/null
docker stop --time 0 wanted >/dev/null
docker create --name new busybox:1 true >/dev/null
docker run --detach --name lives busybox:1 sleep 1000 >/dev/null
there() { docker container inspect "$1"; }
run
check 'what ended a moment ago stays by default' there ended
run --hours 0 --dry-run
check 'a dry run names it' grep -qE '^would remove: ended \(image busybox:1, exit 0 at ' <<<"$out"
check 'and removes nothing' there ended
run --hours 0
check 'the ended one is gone' test -z "$(docker ps --all --quiet --filter name=ended)"
check 'its volume stays' docker run --rm --volume keep:/data busybox:1 cat /data/file
check 'one that somebody stopped to start it again stays' there wanted
check 'one that was never started stays' there new
check 'one that runs, runs' test "$(docker inspect --format '{{.State.Running}}' lives)" = true
check 'it tells the numbers' grep -qx '1 removed, 1 kept, 0 failed' <<<"$out"
run --hours 0
check 'a second run removes nothing' grep -qx '0 removed, 1 kept, 0 failed' <<<"$out"
finish
