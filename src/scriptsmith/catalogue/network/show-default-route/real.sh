#!/usr/bin/env bash
. "$HARNESS"
use network

run
check 'the route is shown' grep -qx 'IPv4: default via 192.0.2.1 dev eth0' <<<"$out"
check 'a gateway that was never asked is asked, and answers' grep -q '^  gateway 192.0.2.1 answers (REACHABLE)$' <<<"$out"
check 'that is in order' test "$status" -eq 0
ip link add wg0 type veth peer name wg1 && ip address add 10.9.0.2/32 dev wg0 && ip link set wg0 up && ip link set wg1 up
ip route add default dev wg0 table 51820 && ip rule add not fwmark 51820 table 51820
run
check 'a rule that takes the packets before, as that of wg-quick, is told' grep -q '^IPv4: NOT BY THE DEFAULT ROUTE .*: 1.1.1.1 dev wg0 table 51820 ' <<<"$out"
ip rule del not fwmark 51820 table 51820
ip route add 0.0.0.0/1 dev wg0
run
check 'so is half of the addresses, as that of OpenVPN' grep -q '^IPv4: NOT BY THE DEFAULT ROUTE .*: 1.1.1.1 dev wg0 ' <<<"$out"
ip link del wg0
run
check 'what goes by the default route is not spoken of' test -z "$(grep 'NOT BY' <<<"$out")"
neighbour nft -f - <<<'table inet t { chain i { type filter hook input priority 0; icmp type echo-request drop; }; }'
ip neigh flush dev eth0
run
check 'one that answers no ping is still there' test "$status" -eq 0
ip -n neighbour link set eth0 arp off
ip neigh flush dev eth0
run
check 'one that is gone does not answer' grep -q '^  GATEWAY 192.0.2.1 DOES NOT ANSWER (FAILED)$' <<<"$out"
check 'and is a failure' test "$status" -eq 1
run --family ipv6
check 'there is no default route for IPv6' bash -c '[ "$1" = 1 ] && [ "$2" = "IPv6: NO DEFAULT ROUTE" ]' _ "$status" "$out"
ip -n neighbour link set eth0 arp on
ip route replace blackhole default metric 5
run
check 'a black hole is a failure, whatever else is there' bash -c '[ "$1" = 1 ] && grep -qx "  IT LEADS NOWHERE (blackhole)" <<<"$2"' _ "$status" "$out"
ip route del blackhole default metric 5
# A link without hardware addresses, as a tunnel is; both ends have the same, for nobody asks for that of the other.
ip link add tun9 address 02:00:00:00:00:99 arp off type veth peer name tun9 address 02:00:00:00:00:99 arp off netns neighbour
ip address add 198.51.100.2/24 dev tun9 && ip link set tun9 up
ip -n neighbour address add 198.51.100.1/24 dev tun9 && ip -n neighbour link set tun9 up
ip route replace default via 198.51.100.1 dev tun9
run
check 'at the end of a tunnel that drops the ping nothing is known' bash -c '[ "$1" = 0 ] && grep -q "gateway 198.51.100.1 needs no hardware address on tun9, and answers no ping" <<<"$2"' _ "$status" "$out"
neighbour nft delete table inet t
run
check 'where it answers, the ping tells' grep -qx '  gateway 198.51.100.1 answers (to a ping)' <<<"$out"
ip route replace default via 192.0.2.1 dev eth0
ip -n neighbour link set eth0 down
run
check 'no link is told' grep -q '^  INTERFACE eth0 IS DOWN or has no carrier' <<<"$out"
ip link set eth0 down
run
check 'a route that went with its interface is missed' grep -qx 'IPv4: NO DEFAULT ROUTE' <<<"$out"
finish
