#!/usr/bin/env bash
. "$HARNESS"
use network

run
check 'the route is shown' grep -qx 'IPv4: default via 192.0.2.1 dev eth0' <<<"$out"
check 'a gateway that was never asked is asked, and answers' grep -q '^  gateway 192.0.2.1 answers (REACHABLE)$' <<<"$out"
check 'that is in order' test "$status" -eq 0
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
ip -n neighbour link set eth0 down
run
check 'no link is told' grep -q '^  INTERFACE eth0 IS DOWN or has no carrier' <<<"$out"
ip link set eth0 down
run
check 'a route that went with its interface is missed' grep -qx 'IPv4: NO DEFAULT ROUTE' <<<"$out"
finish
