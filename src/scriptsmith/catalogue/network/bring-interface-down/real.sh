#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network
use ssh

up() { [[ $(ip -o link show dev "$1") =~ [,\<]UP[,\>] ]]; }
# A second network, on which the neighbour is 10.1.0.2: eth1 is the only port of br0, and eth2 is spare.
ip link add br0 type bridge
ip link add eth1 type veth peer name eth1 netns neighbour
ip link set eth1 master br0
ip address add 10.1.0.1/24 dev br0
ip -n neighbour address add 10.1.0.2/24 dev eth1
ip -n neighbour link set eth1 up
ip link add eth2 type veth peer name eth2 netns neighbour
for name in eth1 br0 eth2; do ip link set "$name" up; done
ip address add 10.2.0.1/24 dev eth2
ip link property add dev eth1 altname enp9s0

run --interface eth0
check 'the interface of the default route is refused' test "$status" -eq 3
run --interface lo
check 'the loopback is refused' test "$status" -eq 3
await ssh_to 10.1.0.1 true
by_ssh 10.1.0.1 --interface br0
check 'under sudo, the bridge by which the session comes in is refused' test "$status" -eq 3
by_ssh 10.1.0.1 --interface eth1
check 'and so is its only port' test "$status" -eq 3
check 'because of the bridge' grep -q 'an SSH session from 10.1.0.2 comes in through br0' <<<"$err"
by_ssh 10.1.0.1 --interface enp9s0
check 'by its other name, too' test "$status" -eq 3
log_in 10.1.0.1
run --interface eth1
check "somebody else's session is not cut, either" test "$status" -eq 3
if [ -e /proc/net/if_inet6 ]; then ip address add 2001:db8:2::1/64 dev eth2 nodad; fi
by_ssh 192.0.2.10 --interface eth2 --dry-run
check 'what carries no session may go' grep -qx 'would take down: eth2' <<<"$out"
check 'its addresses and routes are told' bash -c 'grep -qx "  inet 10.2.0.1/24" <<<"$1" && grep -q "^  route 10.2.0.0/24" <<<"$1"' _ "$out"
[ ! -e /proc/net/if_inet6 ] || check 'those of IPv6, too' grep -q '^  route 2001:db8:2::/64' <<<"$out"
check 'a dry run takes nothing down' up eth2
ip -n neighbour address add 10.2.0.2/24 dev eth2 && ip -n neighbour link set eth2 up
socat TCP-LISTEN:7777,bind=10.2.0.1 SYSTEM:'sleep 60' &
await bash -c 'ss -Hltn | grep -q :7777'
neighbour socat TCP:10.2.0.1:7777 SYSTEM:'sleep 60' &
await bash -c 'ss -Hnt state established src 10.2.0.1 | grep -q .'
by_ssh 192.0.2.10 --interface eth2 --dry-run
check 'what is connected to its address is told, and no more' test "$(grep -A 9 '^warning: 1 open TCP connections' <<<"$err" | grep -c '10.2.0.1:7777 *10.2.0.2:.*socat')" -eq 1
by_ssh 192.0.2.10 --interface eth2
check 'it is taken down' test "$status" -eq 0
check 'and is down' bash -c '! ip -o link show up dev eth2 | grep -q .'
by_ssh 192.0.2.10 --interface eth2
check 'a second run has nothing to do' grep -qx 'nothing to do: eth2 is down already' <<<"$out"
log_out
# A session to this host itself comes from nowhere that could be seen.
# shellcheck disable=SC2029  # the name of the script is this side's
ssh "${ssh_options[@]}" op@127.0.0.1 "sudo bash $SCRIPT --interface br0" </dev/null 2>.err
check 'a session through a tunnel tells nothing: refused' grep -q 'nobody can tell' .err
check 'the bridge and its port were never touched' up eth1
run --interface eth1
check 'when nobody is logged in, it is taken down' bash -c '[ "$1" = 0 ] && ! ip -o link show up dev eth1 | grep -q .' _ "$status"
check 'with a warning' grep -q 'be sure of another way in' <<<"$err"
ip route del default
ip route add default nexthop via 10.1.0.2 dev br0 onlink
ip link set eth1 up
run --interface eth1
check 'the port of a bridge that a default route goes through is refused' test "$status" -eq 3
setpriv --reuid op --clear-groups bash "$SCRIPT" --interface eth2 2>.err
ip link set eth2 up
setpriv --reuid op --clear-groups bash "$SCRIPT" --interface eth2 2>.err
check 'an ordinary user, who cannot see the sessions, is refused' grep -q 'nobody can tell' .err
finish
