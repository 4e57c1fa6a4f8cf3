#!/usr/bin/env bash
. "$HARNESS"
use docker

run
check 'none runs' grep -qx '0 containers run' <<<"$out"
docker run --detach --name small busybox:1 sleep 1000 >/dev/null
docker run --detach --name large --memory 40m --tmpfs /t busybox:1 sh -c 'dd if=/dev/zero of=/t/f bs=1M count=37; exec sleep 1000' >/dev/null
docker run --name ended busybox:1 true
full() { [[ $(docker stats --no-stream --format '{{.MemUsage}}' large) =~ ^3[6-9] ]]; }
await full
run
check 'the largest is first' grep -q '^large: cpu ' <<<"$(head -n 1 <<<"$out")"
check 'its share of its limit is told' grep -qE '^large: .*/ 40MiB \(9[0-9.]+%\), 1 processes' <<<"$out"
check 'and that it is near' grep -q '^large: .*NEAR ITS LIMIT$' <<<"$out"
check 'the small one is not' grep -qE '^small: .*[^T]$' <<<"$out"
check 'an ended one is not counted' grep -qx '2 containers run' <<<"$out"
finish
