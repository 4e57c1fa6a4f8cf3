#!/usr/bin/env bash
. "$HARNESS"
use docker

head -c 3000000 /dev/urandom >big
tar --create big | docker import - big:1 >/dev/null
docker tag big:1 other:name
docker run --name old busybox:1 true
run
check 'the largest is first' grep -q 'big:1\|other:name' <<<"$(head -n 1 <<<"$out")"
check 'its size is that of docker' grep -q '^3MB ' <<<"$out"
check 'one without a container is marked' test "$(grep -c '  NOT USED$' <<<"$out")" -eq 2
check 'one of an ended container is used' test -z "$(grep 'busybox.*NOT USED' <<<"$out")"
check 'an image with two tags counts once' grep -qx '2 images, 1 of them not used by any container' <<<"$out"
printf 'FROM busybox:1\nRUN echo a >/a\nRUN echo b >/b\n' >Dockerfile
DOCKER_BUILDKIT=0 docker build --quiet --tag made:1 . >/dev/null
docker tag busybox:1 made:1 # so that what was made has no name any more
check 'the old builder leaves a layer in between' test "$(docker image ls --all --quiet | sort -u | wc -l)" -gt "$(docker image ls --quiet | sort -u | wc -l)"
run
check 'an image without a name is listed and counted, a layer in between is not' bash -c 'grep -q "<none>:<none> .* NOT USED$" <<<"$1" && grep -qx "3 images, 2 of them not used by any container" <<<"$1"' _ "$out"
run --limit 1
check 'no more than asked for' test "$(wc -l <<<"$out")" -eq 2
kill "$(cat /run/docker.pid)"
await test ! -e /run/docker.pid
run
check 'without the daemon it is refused' test "$status" -eq 3
finish
