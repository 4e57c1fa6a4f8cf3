#!/usr/bin/env bash
. "$HARNESS"
use network
use ssh

table() { ip -4 route show; ip -6 route show; }
ip -n neighbour address add 198.51.100.7/32 dev lo
ip -n neighbour address add 192.0.2.2/24 dev eth0
ip route add 10.20.0.0/16 via 192.0.2.1
ip route add 10.21.0.9 via 192.0.2.1
ip route add blackhole 10.22.0.0/16
ip route add 10.40.0.0/16 via 192.0.2.1 metric 100
ip route add 10.40.0.0/16 via 192.0.2.2 metric 200
ip route add 198.51.100.0/24 via 192.0.2.2
ip -6 address add 2001:db8::10/64 dev eth0 nodad
ip -6 route add 2001:db8:5::/48 via 2001:db8::1
ip route add 203.0.113.1/32 dev eth0
ip route add 10.50.0.0/16 via 203.0.113.1
ip link add d0 type veth peer name d1
ip address add 203.0.113.9/30 dev d0
ip link set d0 up
ip route add 10.60.0.0/16 via 203.0.113.10 dev d0
ip route add 10.70.0.0/16 via 192.0.2.1 proto bird
ip -6 route add unreachable 2001:db8:6::/48
before=$(table)
run --network 10.20.0.0/16 --dry-run
check 'a dry run says what it would do' grep -q '^would remove: 10.20.0.0/16 via 192.0.2.1 dev eth0' <<<"$out"
mkdir -p /etc/netplan && printf 'routes: [{to: 10.20.0.0/16, via: 192.0.2.1}]\n' >/etc/netplan/50-lab.yaml
printf 'routes: [{to: 110.20.0.0/16, via: 192.0.2.1}]\n' >/etc/netplan/60-other.yaml
run --network 10.20.0.0/16 --dry-run
check 'the file that brings it back is named, and no other' test "$(tail -n 1 <<<"$err")" = /etc/netplan/50-lab.yaml -a -z "$(grep other <<<"$err")"
for network in 192.0.2.0/24 10.40.0.0/16 203.0.113.1/32 10.70.0.0/16; do
  run --network "$network"
  check "$network (of an own address, there twice, to a gateway, of a routing program) is refused" test "$status" -eq 3
done
session_from() { # 198.51.100.7 ARG…
  ip netns exec neighbour ssh -b "$1" "${ssh_options[@]}" op@192.0.2.10 "sudo bash $SCRIPT ${*:2}" </dev/null 2>.err
}
session_from 198.51.100.7 --network 198.51.100.0/24
check 'under sudo, the route by which the session comes in is refused' grep -q 'SSH session from 198.51.100.7 comes in by this route' .err
session_from 198.51.100.7 --network 198.51.100.0/24 --dry-run
check 'in a dry run, too' grep -q 'SSH session from 198.51.100.7 comes in by this route' .err
check 'nothing was changed by all that' test "$(table)" = "$before"
by_ssh 192.0.2.10 --network 10.20.0.0/16
check 'a route that carries no session is removed' test "$status" -eq 0
check 'it alone' test "$(diff <(echo "$before") <(table) | grep '^[<>]')" = '< 10.20.0.0/16 via 192.0.2.1 dev eth0 '
line=$(sed -n 's/^removed: //p' <<<"$out")
run --network 10.20.0.0/16
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
eval "ip route add $line"
check 'the line that was printed brings it back' test "$(table)" = "$before"
check 'the link of one route is down' grep -q '^10.60.0.0/16 .* linkdown' <<<"$before"
run --network 10.60.0.0/16
line=$(sed -n 's/^removed: //p' <<<"$out")
check 'a route over a link that is down is removed' test "$status:$(ip route show 10.60.0.0/16)" = 0:
eval "ip route add $line"
check 'and comes back by the line that was printed' test "$(table)" = "$before"
for network in 10.21.0.9/32 10.22.0.0/16 2001:db8:5::/48 2001:db8:6::/48; do
  run --network "$network"
  check "$network (one host, a black hole, IPv6, unreachable) is removed" test "$status" -eq 0
done
check 'they are gone' bash -c '! grep -E "10.21|10.22|db8:5:" <<<"$1"' _ "$(table)"
run --network 198.51.100.0/24
check 'without a session that route goes, too' test "$status" -eq 0
finish
