#!/usr/bin/env bash
. "$HARNESS"
use docker

state() { docker inspect --format '{{.State.Status}}' "$1"; }
docker run --detach --name polite busybox:1 sh -c 'trap "exit 0" TERM; while :; do sleep 1 & wait; done' >/dev/null
docker run --detach --name stubborn --restart always busybox:1 sleep 1000 >/dev/null
docker run --detach --rm --name passing busybox:1 sleep 1000 >/dev/null
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
check 'one that removes itself is gone' test "$status" -eq 0 -a -n "$(grep 'removed itself' <<<"$out")" -a -z "$(docker ps --all --quiet --filter name=passing)"
run --container polite
check 'a second run has nothing to do' grep -q '^nothing to stop' <<<"$out"
run --container absent
check 'one that is not there is refused' test "$status" -eq 3
finish
