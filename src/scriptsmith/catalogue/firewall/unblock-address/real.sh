#!/usr/bin/env bash
. "$HARNESS"
use network

ip -n neighbour address add 192.0.2.9/24 dev eth0
reaches() { neighbour ping -c 1 -W 1 -I "$1" 192.0.2.10; }
iptables -N mine
iptables -A INPUT -j mine
for rule in '-s 192.0.2.9 -j DROP' '-s 192.0.2.99 -j DROP' '-s 192.0.2.9 -j DROP' '-s 192.0.2.9 -j REJECT --reject-with icmp-host-prohibited' \
  '-s 192.0.2.9 -p tcp --dport 22 -j DROP' '-s 192.0.2.0/24 -p udp -j DROP'; do
  # shellcheck disable=SC2086
  iptables -A INPUT $rule
done
iptables -A mine -s 192.0.2.9 -p tcp --dport 25 -j DROP
before=$(iptables -S)
mkdir -p /etc/iptables && iptables-save >/etc/iptables/rules.v4
run --address 192.0.2.9 --dry-run
check 'a dry run says what it would do' grep -q '^would remove: the rules of INPUT that block 192.0.2.9; ' <<<"$out"
check 'and changes nothing' test "$(iptables -S)" = "$before"
run --address 192.0.2.9
check 'it succeeds, with each of the three rules' grep -q '^unblocked: 192.0.2.9 (3 rules removed); ' <<<"$out"
check 'that other rules may keep it out, and that saved ones come back, is told' grep -q '; BLOCKED AGAIN after a reload or boot by /etc/iptables/rules.v4, .*; other rules may keep it out, see above$' <<<"$out"
iptables-restore --test /etc/iptables/rules.v4 && iptables-save >/etc/iptables/rules.v4
check 'the address reaches this host' reaches 192.0.2.9
check 'only they are gone' test "$(iptables -S | wc -l)" -eq $(($(wc -l <<<"$before") - 3))
check 'rules that say more, or stand in another chain, are told' test "$(grep -c 'dport' <<<"$err")" -eq 2
check 'so is one of its network' grep -q -- '-s 192.0.2.0/24 -p udp' <<<"$err"
check 'that of another address is not' bash -c '! grep -q 192.0.2.99 <<<"$1"' _ "$err"
check 'and it stays' grep -q -- '-s 192.0.2.99/32 -j DROP' <<<"$(iptables -S)"
run --address 192.0.2.9
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and once they are saved anew, none comes back' test "$(grep -c 'BLOCKED AGAIN' <<<"$out")" -eq 0
ip6tables -A INPUT -s 2001:db8::bad -j REJECT
run --address 2001:DB8:0:0::bad
check 'an IPv6 address may be spelled in any way' bash -c '[ "$1" = 0 ] && ! ip6tables -S | grep -q bad' _ "$status"
finish
