#!/usr/bin/env bash
# packages: socat python3-minimal
. "$HARNESS"
use network

run
check 'an idle host has no full queue' test "$status" -eq 0
python3 -c '
import socket, time
s = socket.socket(); s.bind(("0.0.0.0", 7000)); s.listen(2); print("listens", flush=True); time.sleep(300)
' >.listens &
await test -s .listens
for _ in 1 2 3 4 5; do neighbour socat TCP:192.0.2.10:7000 EXEC:'sleep 60' 2>/dev/null & done
await bash -c '[ "$(ss -Hltn "sport = :7000" | awk "{ print \$2 }")" -ge 3 ]'
run
check 'a program that fetches no connections has one' grep -Eq '^0.0.0.0:7000: 3 connections wait, at most 2 may  users:\(\("python3"' <<<"$out"
check 'that the network of a container is not looked at is told' grep -q '^note: a container mostly has a network of its own' <<<"$out"
check 'that is a failure' test "$status" -eq 1
check 'what was dropped is told' grep -Eq '^overflows of such queues since the start: [1-9][0-9]*, within the last 2 s: [0-9]+$' <<<"$out"
(sleep 0.5; for _ in 1 2 3; do timeout 1 ip netns exec neighbour socat TCP:192.0.2.10:7000 EXEC:true 2>/dev/null & done; wait) &
run --percent 100
wait $!
check 'and what is dropped now, too' grep -Eq '^overflows of such queues since the start: [1-9][0-9]*, within the last 2 s: [1-9]' <<<"$out"
run --percent 100
check 'more than full counts as more than 100 percent' test "$status" -eq 1
finish
