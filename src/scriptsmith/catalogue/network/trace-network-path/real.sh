#!/usr/bin/env bash
# packages: iputils-tracepath traceroute procps
. "$HARNESS"
use network
ip netns add far
ip link add t0 type veth peer name t1
ip link set t0 netns neighbour
ip link set t1 netns far
ip -n neighbour address add 198.51.100.1/24 dev t0
ip -n far address add 198.51.100.7/24 dev t1
ip -n neighbour link set t0 up
ip -n far link set t1 up
ip -n far route add default via 198.51.100.1
neighbour sysctl -q -w net.ipv4.ip_forward=1
ran_on tracepath "$(tracepath -V 2>&1 | sed -n '1s/.*iputils //p')"
run --host 198.51.100.7
check 'the router is told first' grep -Eq '^ 1:  192.0.2.1 ' <<<"$out"
check 'the host is reached behind it' bash -c '[ "$1" = 0 ] && grep -qx "reached: 198.51.100.7 after 2 hops" <<<"$2"' _ "$status" "$out"
run --host 198.51.100.99 --hops 3
check 'a host that is not there is not reached' test "$status" -eq 1
check 'and where the way ends is told' grep -q '^NOT REACHED: the last answer came from 192.0.2.1 (hop ' <<<"$out"
run --host 192.0.2.200 --hops 2
check 'when nobody answers, that is told' bash -c '[ "$1" = 1 ] && grep -q "^NOT REACHED" <<<"$2"' _ "$status" "$out"
ip netns exec far nft -f - <<<'table inet t { chain i { type filter hook input priority 0; udp dport 1024-65535 drop; }; }'
run --host 198.51.100.7 --hops 3
check 'behind a firewall the host itself may be well, which is told' bash -c '[ "$1" = 1 ] && ping -q -c 1 198.51.100.7 && grep -q "^no fault for certain: a firewall" <<<"$2"' _ "$status" "$out"
ip netns exec far nft delete table inet t
rm "$(command -v tracepath)"
run --host 198.51.100.7
check 'without tracepath, traceroute does it' bash -c '[ "$1" = 0 ] && grep -qx "reached: 198.51.100.7 after 2 hops" <<<"$2"' _ "$status" "$out"
finish
