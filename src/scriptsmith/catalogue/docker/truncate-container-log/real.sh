#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --detach --name loud busybox:1 sh -c 'while true; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; sleep 0.01; done' >/dev/null
docker run --detach --name limited --log-opt max-size=1m busybox:1 sh -c 'echo once; exec sleep 1000' >/dev/null
docker run --detach --name local --log-driver local busybox:1 sleep 1000 >/dev/null
log=$(docker inspect --format '{{.LogPath}}' loud)
long() { [[ $(stat -c %s "$log") -gt 20000 ]]; }
await long
run --container loud --dry-run
check 'a dry run empties nothing' long
docker pause loud >/dev/null
run --container loud
check 'it succeeds' test "$status" -eq 0
check 'the log is empty' test "$(stat -c %s "$log")" = 0
check 'without a limit, which is told' grep -q 'no size limit' <<<"$err"
docker unpause loud >/dev/null
again() { docker logs loud 2>&1 | grep -q aaa; }
check 'docker goes on with it' await again
check 'and can read it' test -z "$(docker logs loud 2>&1 | grep -v '^a*$')"
run --container limited
check 'one with a limit is emptied without a note' test "$status:$err" = 0:
head -c 1000 /dev/zero >>"$(docker inspect --format '{{.LogPath}}' limited)"
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run --container limited
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '^emptied' <<<"$out")" = 0:1
run --container limited
check 'a second run has nothing to do' grep -q '^empty already' <<<"$out"
docker run --detach --name rotated --log-opt max-size=20k busybox:1 sh -c 'i=0; while [ $i -lt 300 ]; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; i=$((i+1)); done; while sleep 0.2; do echo bbbb; done' >/dev/null
more() { docker logs rotated 2>&1 | grep -q bbbb; }
await more
rotated=$(docker inspect --format '{{.LogPath}}' rotated)
before=$(stat -c %s "$rotated")
run --container rotated
check 'one that docker has rotated, and does not append to any more, is refused' test "$status:$(grep -c 'does not append' <<<"$err")" = 3:1
check 'and keeps what it has' test "$(stat -c %s "$rotated")" -ge "$before"
docker run --detach --name looping --restart always busybox:1 sh -c 'echo it fails; exit 1' >/dev/null
waits() { [[ $(docker inspect --format '{{.State.Status}} {{.RestartCount}}' looping) =~ ^restarting\ [5-9] ]]; } # for three seconds and more
await waits
run --container looping
check 'one that crashes and waits to be started again is emptied' test "$status:$(grep -c '^emptied' <<<"$out")" = 0:1
lines() { [[ $(docker logs looping 2>&1 | sort -u) == 'it fails' ]]; }
check 'and its next start writes on' await lines
docker rm --force looping >/dev/null
run --container local
check 'another driver is refused' test "$status" -eq 3
run --container absent
check 'one that is not there is refused' test "$status" -eq 3
finish
