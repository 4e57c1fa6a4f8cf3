#!/usr/bin/env bash
. "$HARNESS"
use docker

state() { docker inspect --format '{{.State.Status}}' "$1"; }
docker run --detach --name polite busybox:1 sh -c 'trap "exit 0" TERM; while :; do sleep 1 & wait; done' >/dev/null
docker run --detach --name stubborn --restart always busybox:1 sleep 1000 >/dev/null
docker run --detach --rm --name passing busybox:1 sleep 1000 >/dev/null
waited() { # SINCE: seconds between the signals that docker sent to the container patient
  local times
  mapfile -t times < <(docker events --since "$1" --until "$(($(date +%s) + 1))" --filter container=patient --filter event=kill --format '{{.Time}}')
  echo $((times[-1] - times[0]))
}
docker run --detach --name patient --stop-timeout 3 busybox:1 sleep 1000 >/dev/null
began=$(date +%s)
run --container patient
check 'without a grace that of the container counts' grep -q 'exit code 137 .* within 3 seconds' <<<"$out"
check 'and is what docker waits' test "$(waited "$began")" -ge 2 -a "$(waited "$began")" -lt 9
docker run --detach --rm --name leaving busybox:1 sleep 1000 >/dev/null
run --container leaving --grace 2
check 'one that removes itself is a success whether or not it is gone already' test "$status" -eq 0 -a -n "$(grep 'removed itself\|removes itself' <<<"$out")"
docker run --detach --label com.docker.swarm.service.name=shop_db --name part busybox:1 sleep 1000 >/dev/null
run --container part --grace 1
check 'one of a service is pointed out' grep -q '^note: it belongs to service shop_db of a swarm' <<<"$out"
run --container polite --dry-run
check 'a dry run stops nothing' test "$(state polite)" = running
run --container polite
check 'one that listens ends by itself' grep -qx 'stopped: container polite, exit code 0' <<<"$out"
check 'it is stopped' test "$(state polite)" = exited
run --container stubborn --grace 1
check 'one that does not is killed, and that is told' grep -q '^stopped: container stubborn, exit code 137 (killed,' <<<"$out"
check 'and that it comes back with the daemon' grep -q 'restart policy is always' <<<"$out"
check 'it stays down now' test "$(state stubborn)" = exited
run --container passing --grace 1
check 'one that removes itself is gone' test "$status" -eq 0 -a -n "$(grep 'remove[ds] itself' <<<"$out")" -a -z "$(docker ps --all --quiet --filter name=passing)"
run --container "$(docker inspect --format '{{.Id}}' patient | cut -c 1-5)"
check 'how an id begins is no name' test "$status" -eq 3
docker run --detach --name fails --restart on-failure busybox:1 sleep 1000 >/dev/null
short=$(docker ps --quiet --filter name=fails)
run --container "${short:0:4}" --grace 1
check 'and nothing is stopped by it' test "$status:$(state fails)" = 3:running
run --container "$short" --grace 1
check 'an id of 12 characters is one' test "$status:$(state fails)" = 0:exited
check 'one that failed comes back by on-failure, too' grep -q 'restart policy is on-failure' <<<"$out"
docker run --detach --name kept busybox:1 sleep 1000 >/dev/null
(for each in {1..50}; do [[ $(state kept) != exited ]] || break; sleep 0.2; done; sleep 2; docker start kept) >/dev/null 2>&1 &
run --container kept --grace 1
check 'one that somebody starts again is a failure' test "$status:$(state kept)" = 1:running
run --container stubborn
check 'one that is down already comes back with the daemon, too' grep -q 'restart policy is always' <<<"$out"
run --container polite
check 'a second run has nothing to do' grep -q '^nothing to stop' <<<"$out"
run --container absent
check 'one that is not there is refused' test "$status" -eq 3
finish
