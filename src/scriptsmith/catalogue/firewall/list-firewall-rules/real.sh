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
iptables -A INPUT -p tcp -m multiport --dports 25,465:587 -j ACCEPT
run
check 'all rules are shown' test "$(grep -c ' # handle ' <<<"$out")" -eq 9
check 'with their number, for nft delete rule' grep -q 'tcp dport 1000-2000 accept # handle [0-9]*$' <<<"$out"
rules_for() { run --port "$1" && grep -v ' handle .*{' <<<"$out"; }
check 'a port in a set' grep -q '{ 22, 8080 }' <<<"$(rules_for 8080)"
check 'one in a range' grep -q '1000-2000' <<<"$(rules_for 1234)"
check 'its ends' grep -q '1000-2000' <<<"$(rules_for 1000)$(rules_for 2001)"
check 'one in a range of iptables' grep -q '465-587' <<<"$(rules_for 500)"
check 'a source port' grep -q 'sport 53' <<<"$(rules_for 53)"
for port in 2001 999 588 80 802 9999 4 0053000; do
  run --port "$port"
  check "$port is named by none" bash -c '[ "$1" = 2 ] || grep -q "^no rule names port" <<<"$2"' _ "$status" "$out"
done
iptables-legacy -A INPUT -p tcp --dport 3306 -j DROP
run --port 3306
check 'a rule of the old iptables, which nft does not see, is shown, too' grep -q -- '--dport 3306 -j DROP' <<<"$out"
finish
