#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --detach --name web busybox:1 sleep 1000 >/dev/null
docker volume create data >/dev/null
log=$(docker inspect --format '{{.LogPath}}' web)
head -c 120000000 /dev/zero >>"$log"
run
check 'it succeeds' test "$status" -eq 0
check 'images' grep -qE '^Images: [0-9.]+MB \(1 in all, 1 in use\)' <<<"$out"
check 'containers' grep -qE '^Containers: .*\(1 in all, 1 in use\)' <<<"$out"
check 'volumes' grep -qE '^Local Volumes: .*\(1 in all, 0 in use\)' <<<"$out"
check 'the file system below docker' grep -qE '^file system of /var/lib/docker \(/var/lib/docker\): [0-9]+M left' <<<"$out"
check 'a log that has grown' grep -qE "^large log: 11[0-9] MiB $log\$" <<<"$out"
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '^large log: ' <<<"$out")" = 0:1
finish
