#!/usr/bin/env bash
. "$HARNESS"
use network

run
check 'a host without rules says so' grep -qx 'no rule at all: nft lets everything through' <<<"$out"
nft -f - <<'RULES'
table inet own {
  chain in {
    type filter hook input priority 10; policy drop;
    tcp dport { 22, 8080 } counter accept
    tcp dport 1000-2000 accept
    udp sport 53 accept comment "port 9999 is not meant"
    ip saddr 192.0.2.1 counter drop
  }
}
RULES
nft -f - <<'RULES'
table inet more {
  chain in {
    type filter hook input priority 20; policy accept;
    tcp dport vmap { 7001 : accept, 7002 : drop, 7010-7020 : drop }
    ip saddr . tcp dport { 10.0.0.1 . 7100, 10.0.0.2 . 7200 } accept
    udp dport . ip saddr { 7500 . 10.0.0.3 } accept
  }
  chain pre {
    type nat hook prerouting priority -100;
    tcp dport 7300 counter packets 3 bytes 180 redirect to :7301
    ip daddr 192.0.2.10 tcp dport 7400 dnat ip to 10.0.0.5:7401
  }
}
RULES
rules_of() { run --port "$1" && printf '%s' "$out"; }
check 'each with its own table and chain' bash -c 'grep -q "^table inet more, chain in: tcp dport vmap" <<<"$1" && grep -q "^table inet more, chain pre: tcp dport 7300 " <<<"$2"' _ "$(rules_of 7001)" "$(rules_of 7300)"
check 'ports of a map of verdicts' bash -c 'grep -q vmap <<<"$1" && grep -q vmap <<<"$2" && grep -q vmap <<<"$3"' _ "$(rules_of 7001)" "$(rules_of 7002)" "$(rules_of 7015)"
check 'a port beside an address' bash -c 'grep -q 10.0.0.2 <<<"$1" && grep -q 10.0.0.2 <<<"$2"' _ "$(rules_of 7100)" "$(rules_of 7200)"
check 'whichever comes first' grep -q 10.0.0.3 <<<"$(rules_of 7500)"
check 'the port that a packet is sent on to' bash -c 'grep -q redirect <<<"$1" && grep -q dnat <<<"$2"' _ "$(rules_of 7301)" "$(rules_of 7401)"
check 'and the one that it came for' bash -c 'grep -q redirect <<<"$1" && grep -q dnat <<<"$2"' _ "$(rules_of 7300)" "$(rules_of 7400)"
for port in 7003 7000 7021 7101 7302 10 192; do
  run --port "$port"
  check "$port is named by none" grep -q '^no rule names port' <<<"$out"
done
nft 'table inet sets { set open { type inet_service; elements = { 6001 }; }; chain in { type filter hook input priority 30; tcp dport @open accept; }; }'
check 'a rule with a set of ports that has a name' grep -qE '^table inet sets, chain in: tcp dport @open accept # handle [0-9]+  [(]whether that set holds it was not looked at[)]$' <<<"$(rules_of 6001)"
nft delete table inet sets
nft delete table inet more
iptables -A INPUT -p tcp -m multiport --dports 25,465:587 -j ACCEPT
run
check 'all rules are shown' test "$(grep -c ' # handle ' <<<"$out")" -eq 9
check 'with their number, for nft delete rule' grep -q 'tcp dport 1000-2000 accept # handle [0-9]*$' <<<"$out"
rules_for() { run --port "$1" && grep -v ' handle .*{' <<<"$out"; }
check 'a port in a set' grep -q '{ 22, 8080 }' <<<"$(rules_for 8080)"
check 'one in a range' grep -q '1000-2000' <<<"$(rules_for 1234)"
check 'its ends' grep -q '1000-2000' <<<"$(rules_for 1000)$(rules_for 2001)"
check 'with the chain of iptables' grep -q '^table ip filter, chain INPUT: ' <<<"$(rules_for 500)"
check 'one in a range of iptables' grep -q '465-587' <<<"$(rules_for 500)"
check 'a source port' grep -q 'sport 53' <<<"$(rules_for 53)"
for port in 2001 999 588 80 802 9999 4 0053000; do
  run --port "$port"
  check "$port is named by none" bash -c '[ "$1" = 2 ] || grep -q "^no rule names port" <<<"$2"' _ "$status" "$out"
done
iptables-legacy -A INPUT -p tcp --dport 3306 -j DROP
run --port 3306
check 'a rule of the old iptables, which nft does not see, is shown, too' grep -q -- '^iptables-legacy, table filter: .*-A INPUT .*--dport 3306 -j DROP' <<<"$out"
finish
