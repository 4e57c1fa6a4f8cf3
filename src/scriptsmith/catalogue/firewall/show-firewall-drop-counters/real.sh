#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network

run
check 'without rules nothing was dropped' grep -q '^no rule with a counter has dropped a packet' <<<"$out"
nft -f - <<'RULES'
table inet own {
  chain in {
    type filter hook input priority 10; policy drop;
    log prefix "no drop here " counter accept comment "drop"
  }
}
RULES
iptables -A INPUT -s 192.0.2.1 -p icmp -j DROP
iptables -A INPUT -p tcp --dport 81 -j REJECT
iptables -A INPUT -p tcp --dport 82 -j DROP
neighbour ping -q -c 3 -i 0.2 -W 1 192.0.2.10 >/dev/null
neighbour socat -u OPEN:/dev/null TCP:192.0.2.10:81 2>/dev/null
run
check 'the busiest rule is the first, with what it dropped' bash -c 'sed -n 1p <<<"$1" | grep -Eq "^ +3  ip filter INPUT: .*192.0.2.1 .*drop$"' _ "$out"
check 'one that rejects is there, too' grep -Eq '^ +[1-9]  .*dport 81 .*reject' <<<"$out"
check 'one that dropped nothing is not, nor one that only logs' grep -qx '2 rules have dropped packets since the rules were loaded (nft)' <<<"$out"
check 'that nft does not count what falls to a policy is told' grep -q 'policy of drop of inet own in' <<<"$err"
check 'no rule is without a counter' test -z "$(grep 'no counter' <<<"$err")"
nft add rule inet own in tcp dport 83 reject
run
check 'one without a counter is told' grep -q '^not counted: what 1 rules' <<<"$err"
run --limit 1
check 'as many as are wanted' test "$(grep -c '^ ' <<<"$out")" -eq 1
run --seconds 1
check 'what was before does not count with a time' grep -q '^no rule with a counter' <<<"$out"
(sleep 0.5; neighbour ping -q -c 1 -W 1 192.0.2.10 >/dev/null) &
run --seconds 3
check 'what is dropped meanwhile does' grep -Eq '^ +1  ip filter INPUT' <<<"$out"
iptables -A INPUT -i lo -j ACCEPT
iptables -D INPUT -s 192.0.2.1 -p icmp -j DROP
iptables -P INPUT DROP
neighbour ping -q -c 3 -i 0.2 -W 1 192.0.2.10 >/dev/null
before=$(nft list ruleset)
run
check 'what falls to a policy of iptables is counted' grep -Eq '^ +[3-9]  ip filter INPUT: policy DROP$' <<<"$out"
check 'and is not said to be not' test -z "$(grep 'ip filter INPUT' <<<"$err")"
check 'nothing is changed by looking' test "$(nft list ruleset | sed 's/packets [0-9]* bytes [0-9]*//')" = "$(sed 's/packets [0-9]* bytes [0-9]*//' <<<"$before")"
mv "$(command -v nft)" /root/nft
run
check 'without nft iptables tells it' grep -Eq '^ +[3-9]  iptables filter INPUT: policy DROP$' <<<"$out"
/root/nft list tables >/root/tables
iptables -P INPUT ACCEPT
iptables -t raw -A PREROUTING -s 192.0.2.1 -p icmp -j DROP
neighbour ping -q -c 3 -i 0.2 -W 1 192.0.2.10 >/dev/null
run
check 'of each table that is there' grep -Eq '^ +[3-9]  iptables raw PREROUTING: DROP .* 192.0.2.1 ' <<<"$out"
check 'and no table is made by that' test "$(/root/nft list tables)" = "$(cat /root/tables)"$'\n''table ip raw'
mv /root/nft /usr/sbin/nft
iptables -P INPUT ACCEPT
nft flush ruleset
for t in iptables ip6tables; do $t-legacy -A INPUT -p tcp --dport 84 -j DROP; done
neighbour socat -u OPEN:/dev/null TCP:192.0.2.10:84,connect-timeout=1 2>/dev/null
timeout 1 bash -c '</dev/tcp/::1/84' 2>/dev/null
run
check 'rules that nft does not list are seen' grep -Eq '^ +[1-9]  iptables-legacy filter INPUT: DROP .*dpt:84' <<<"$out"
check 'for IPv6 too' grep -Eq '^ +[1-9]  ip6tables-legacy filter INPUT: DROP .*dpt:84' <<<"$out"
finish
