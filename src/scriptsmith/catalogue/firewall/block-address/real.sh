#!/usr/bin/env bash
. "$HARNESS"
use network
use ssh

ip -n neighbour address add 198.51.100.7/32 dev lo
ip -n neighbour address add 192.0.2.9/24 dev eth0
reaches() { neighbour ping -c 1 -W 1 -I "$1" 192.0.2.10; }
echo 'nameserver 203.0.113.53' >/etc/resolv.conf
mkdir -p /run/systemd/resolve
echo 'nameserver 203.0.113.54' >/run/systemd/resolve/resolv.conf
ip -6 address add 2001:db8::10/64 dev eth0 nodad
before=$(iptables -S)
session_from() { # ADDRESS ARG…
  ip netns exec neighbour ssh -b "$1" "${ssh_options[@]}" op@192.0.2.10 "sudo bash $SCRIPT ${*:2}" </dev/null 2>.err
}
session_from 198.51.100.7 --address 198.51.100.7
check 'under sudo, the own address is not blocked' grep -q 'SSH session comes from 198.51.100.7' .err
for address in 192.0.2.10 192.0.2.1 203.0.113.53 203.0.113.54 127.0.0.1 2001:db8::10 2001:DB8:0::10; do
  run --address "$address"
  check "$address (of this host, its gateway, its name server) is refused" test "$status" -eq 3
done
log_in 192.0.2.10
session_peer=$(ss -Htn state established 'sport = :22' | awk '{ sub(/:[0-9]*$/, "", $4); print $4 }')
run --address "$session_peer"
check "somebody else's session is not cut" test "$status" -eq 3
run --address 192.0.2.9 --dry-run
check 'of a tunnel nothing is said where there is none' test -z "$(grep 'the other end' <<<"$err")"
log_out
ip link add vx0 type vxlan id 7 remote 192.0.2.1 local 192.0.2.10 dstport 4789 dev eth0
ip -n neighbour link add vx0 type vxlan id 7 remote 192.0.2.10 local 192.0.2.1 dstport 4789 dev eth0
ip address add 10.77.0.10/24 dev vx0 && ip link set vx0 up
ip -n neighbour address add 10.77.0.1/24 dev vx0 && ip -n neighbour link set vx0 up
log_in 10.77.0.10
run --address 192.0.2.9 --dry-run
check 'that somebody is logged in by one is' grep -q 'be sure that 192.0.2.9 is not the other end' <<<"$err"
log_out
ip link delete vx0
run --address 192.0.2.9 --dry-run
check 'a dry run says what it would do' grep -qx 'would block: 192.0.2.9 (iptables)' <<<"$out"
check 'nothing was changed by all that' test "$(iptables -S)" = "$before"
check 'before, the address reaches this host' reaches 192.0.2.9
iptables -t nat -A PREROUTING -p tcp --dport 8080 -j DNAT --to-destination 192.0.2.77:80
run --address 192.0.2.9 --dry-run
check 'that ports are passed on past INPUT is told' grep -q '192.0.2.9 still reaches those' <<<"$err"
iptables -t nat -F PREROUTING
iptables -A INPUT -i eth0 -j ACCEPT
iptables -A INPUT -s 192.0.2.9 -j DROP
run --address 192.0.2.9
check 'a rule behind one that lets in is not taken for a block' grep -q '^blocked: 192.0.2.9' <<<"$out"
check 'it reaches this host no more' bash -c "$(declare -f reaches neighbour); ! reaches 192.0.2.9"
check 'others do' reaches 198.51.100.7
run --address 192.0.2.9
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and adds nothing' test "$(iptables -S INPUT | sed -n 2p)/$(iptables -S INPUT | grep -c 192.0.2.9)" = '-A INPUT -s 192.0.2.9/32 -j DROP/2'
run --address 2001:DB8:0::bad
check 'an IPv6 address is blocked, too' grep -qx -- '-A INPUT -s 2001:db8::bad/128 -j DROP' <<<"$(ip6tables -S INPUT)"
run --address 2001:db8::bad
check 'and is found again in another spelling' grep -q '^nothing to do' <<<"$out"
ip6tables -F INPUT
ip6tables -A INPUT -s ::ffff:198.51.100.7 -j DROP
check 'of an IPv4 address ip6tables sees nothing, however it is written' reaches 198.51.100.7
run --address ::ffff:198.51.100.7
check 'so a rule for it is not told as a block' bash -c '[ "$1" -eq 2 ] && grep -q "is an IPv4 address" <<<"$2"' _ "$status" "$err"
run --address 010.1.1.1
check 'an address that may be octal is none' test "$status" -eq 2
finish
