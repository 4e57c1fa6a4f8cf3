#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --detach --name web busybox:1 sleep 1000 >/dev/null
started() { docker inspect --format '{{.State.StartedAt}}' web; }
before=$(started)
run --container web --dry-run
check 'a dry run restarts nothing' test "$(started)" = "$before"
run --container web --grace 1
check 'it succeeds' test "$status" -eq 0
check 'it was started anew' test "$(started)" != "$before"
check 'and runs' test "$(docker inspect --format '{{.State.Running}}' web)" = true
check 'it says so' grep -qx 'restarted: container web runs 10 seconds later' <<<"$out"
docker run --detach --name dies busybox:1 sh -c '[ -e /second ] && exit 5; touch /second; exec sleep 1000' >/dev/null
run --container dies --grace 1
check 'one that ends after the restart is a failure' test "$status" -eq 1
check 'with its exit code' grep -q 'exit code 5' <<<"$err"
waited() { # SINCE: seconds between the signals that docker sent to the container patient
  local times
  mapfile -t times < <(docker events --since "$1" --until "$(($(date +%s) + 1))" --filter container=patient --filter event=kill --format '{{.Time}}')
  echo $((times[-1] - times[0]))
}
docker run --detach --name patient --stop-timeout 3 busybox:1 sleep 1000 >/dev/null
before=$(docker inspect --format '{{.State.StartedAt}}' patient) began=$(date +%s)
run --container patient
check 'without a grace docker waits as long as the container was made with' test "$(docker inspect --format '{{.State.StartedAt}}' patient)" != "$before" -a "$(waited "$began")" -ge 2 -a "$(waited "$began")" -lt 9
docker run --detach --name side --network container:web busybox:1 sleep 1000 >/dev/null
run --container web --dry-run
check 'one that uses its network is named' grep -qx 'note: container side uses its network and loses it: restart that one afterwards' <<<"$out"
run --container side --dry-run
check 'the other way round none is' test "$(grep -c '^note' <<<"$out")" -eq 0
docker rm --force side >/dev/null
docker pause web >/dev/null
run --container web
check 'a paused one is refused' test "$status" -eq 3
docker unpause web >/dev/null
run --container absent
check 'one that is not there is refused' test "$status" -eq 3
check 'with the words of docker' grep -qi 'no such container' <<<"$err"
finish
