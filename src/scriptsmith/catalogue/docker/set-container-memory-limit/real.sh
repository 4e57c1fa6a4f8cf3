#!/usr/bin/env bash
# packages: locales mawk
. "$HARNESS"
use docker

docker run --detach --name web busybox:1 sleep 1000 >/dev/null
docker run --detach --name tight --memory 64m --memory-swap 96m busybox:1 sleep 1000 >/dev/null
docker run --detach --name endless --memory 64m --memory-swap -1 busybox:1 sleep 1000 >/dev/null
limit() { docker inspect --format '{{.HostConfig.Memory}} {{.HostConfig.MemorySwap}}' "$1"; }
kernel() { cat "/sys/fs/cgroup/memory/$MACHINE_GROUP/$(docker inspect --format '{{.Id}}' "$1")/memory.limit_in_bytes"; }
run --container web --memory 32 --dry-run
check 'a dry run changes nothing' test "$(limit web)" = '0 0'
run --container web --memory 32
check 'one without a limit gets one' test "$status" -eq 0 -a "$(kernel web)" = 33554432
run --container tight --memory 128
check 'raised beyond its swap limit' test "$status" -eq 0 -a "$(kernel tight)" = 134217728
check 'which keeps its distance' test "$(limit tight)" = '134217728 167772160'
run --container tight --memory 16
check 'lowered' test "$(limit tight)" = '16777216 50331648'
check 'the former limit is told' grep -q '(before: 128 MiB)' <<<"$out"
run --container endless --memory 32
check 'swap without limit stays so' test "$(limit endless)" = '33554432 -1'
docker run --detach --name eats --tmpfs /t busybox:1 sh -c 'dd if=/dev/zero of=/t/f bs=1M count=24; exec sleep 1000' >/dev/null
full() { [[ $(docker stats --no-stream --format '{{.MemUsage}}' eats) == 2[4-9]* ]]; }
await full
run --container eats --memory 12
check 'less than it uses is refused' test "$status" -eq 3 -a "$(limit eats)" = '0 0'
docker rm --force eats >/dev/null
update-alternatives --quiet --set awk /usr/bin/mawk # as on Debian and Ubuntu
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
docker run --detach --name greedy --tmpfs /t:size=1200m busybox:1 sh -c 'dd if=/dev/zero of=/t/f bs=1M count=1100; exec sleep 1000' >/dev/null
above() { [[ $(docker stats --no-stream --format '{{.MemUsage}}' greedy) == 1.0[7-9]*GiB* ]]; }
await above
check 'it reads numbers by the locale' test "$(LC_ALL=de_DE.UTF-8 awk 'BEGIN { print "1.9" * 10 }')" = 10
LC_ALL=de_DE.UTF-8 run --container greedy --memory 1050
check 'also in a locale that writes 1,1' test "$status" -eq 3 -a "$(limit greedy)" = '0 0'
docker rm --force greedy >/dev/null
run --container web --memory 32
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
finish
