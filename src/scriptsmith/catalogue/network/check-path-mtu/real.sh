#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
use network
ran_on iputils "$(ping -V | sed -n '1s/.*iputils //p')"

run --host 192.0.2.1
check 'whole packets pass' bash -c '[ "$1" = 0 ] && grep -q "packets of 1500 bytes reach" <<<"$2"' _ "$status" "$out"
run --host 192.0.2.1 --mtu 1501
check 'one byte more does not' bash -c '[ "$1" = 1 ] && grep -q "at most 1500 bytes" <<<"$2"' _ "$status" "$out"
# Behind the neighbour lies a tunnel that takes less, and it does not say so.
ip netns add far
ip link add t0 type veth peer name t1
ip link set t0 netns neighbour
ip link set t1 netns far
ip -n neighbour address add 198.51.100.1/24 dev t0
ip -n far address add 198.51.100.7/24 dev t1
ip -n neighbour link set t0 mtu 1380 up
ip -n far link set t1 mtu 1380 up
ip -n far route add default via 198.51.100.1
neighbour sysctl -q -w net.ipv4.ip_forward=1
run --host 198.51.100.7
check 'a tunnel on the way is measured' bash -c '[ "$1" = 1 ] && grep -q "packets of at most 1380 bytes reach 198.51.100.7, not 1500" <<<"$2"' _ "$status" "$out"
neighbour nft -f - <<<'table inet t { chain o { type filter hook output priority 0; icmp type destination-unreachable drop; }; }'
ip route flush cache
run --host 198.51.100.7 --mtu 1390
check 'also when the router keeps it to itself' grep -q 'at most 1380 bytes' <<<"$out"
ip -n neighbour link set t0 mtu 1500
ip -n far link set t1 mtu 1500
ip -n far route replace default via 198.51.100.1 mtu lock 1300
run --host 198.51.100.7
check 'a narrow way back is not seen by it, which is told' bash -c '[ "$1" = 0 ] && grep -q "the way back was not measured" <<<"$2"' _ "$status" "$out"
run --host 198.51.100.99
check 'a host that answers no ping cannot be measured' grep -q 'answers no ping' <<<"$err"
finish
