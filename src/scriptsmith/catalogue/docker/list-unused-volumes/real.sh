#!/usr/bin/env bash
. "$HARNESS"
use docker

docker volume create orphan >/dev/null
docker volume create taken >/dev/null
docker volume create held >/dev/null
docker run --rm --volume orphan:/data busybox:1 dd if=/dev/zero of=/data/file bs=1M count=3 2>/dev/null
docker run --name ended --volume held:/data busybox:1 true
docker run --detach --volume taken:/data busybox:1 sleep 1000 >/dev/null
nameless=$(docker volume create)
mkdir -p /srv/data
docker volume create --opt type=none --opt o=bind --opt device=/srv/data bound >/dev/null
docker volume create --opt type=none --opt o=bind --opt device=/srv/data taken-bound >/dev/null
docker run --detach --volume taken-bound:/data busybox:1 sleep 1000 >/dev/null
run
check 'the one without a container, with its size' grep -qE '^3\.[0-9]+MB  orphan$' <<<"$out"
check 'that of a running container is not listed' test -z "$(grep taken <<<"$out")"
check 'nor that of an ended one' test -z "$(grep held <<<"$out")"
check 'one without a name is marked' grep -q "$nameless  (made without a name)" <<<"$out"
check 'one with options is listed, though docker does not measure it' grep -qx 'N/A  bound' <<<"$out"
check 'docker itself names the same' test "$(sed '$d' <<<"$out" | awk '{ print $2 }' | sort)" = "$(docker volume ls --quiet --filter dangling=true | sort)"
check 'and the sum' grep -qx '3 of 6 volumes are not used, 3 MB and 1 of unknown size; a container that is yet to come may want what is in them' <<<"$out"
finish
