#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network

neighbour socat TCP-LISTEN:9000,fork,reuseaddr EXEC:cat &
socat TCP6-LISTEN:7000,fork,reuseaddr EXEC:cat &
await bash -c 'ip netns exec neighbour ss -Hltn | grep -q :9000 && ss -Hltn | grep -q :7000'
ip -n neighbour address add 192.0.2.3/24 dev eth0
socat TCP:192.0.2.1:9000 EXEC:'sleep 60' &
socat TCP:192.0.2.1:9000 EXEC:'sleep 60' &
neighbour socat TCP:192.0.2.10:7000,bind=192.0.2.3 EXEC:'sleep 60' &
await bash -c '[ "$(ss -Htn state established | wc -l)" -eq 3 ]'
run
check 'by state' bash -c 'grep -Eqx " +3 ESTAB" <<<"$1" && grep -Eqx " +1 LISTEN" <<<"$1"' _ "$out"
check 'by remote address, the busiest first' test "$(sed -n '/^by remote/{n;p;}' <<<"$out" | xargs)" = '2 2 established 0 incoming 192.0.2.1'
check 'one in IPv6 form counts as IPv4' grep -Eqx ' +1 +1 established +1 incoming  192.0.2.3' <<<"$out"
check 'they are counted' grep -qx '2 remote addresses in all' <<<"$out"
check 'that the network of a container is not counted is told' grep -q '^note: a container mostly has a network of its own' <<<"$out"
run --by remote --limit 1
check 'as many as wanted, and how many there are' bash -c '[ "$(grep -c established <<<"$1")" = 1 ] && grep -qx "2 remote addresses in all" <<<"$1"' _ "$out"
run --local-port 7000
check 'only those to a local port' bash -c 'grep -qx "1 remote addresses in all" <<<"$1" && ! grep -q 192.0.2.1$ <<<"$1"' _ "$out"
finish
