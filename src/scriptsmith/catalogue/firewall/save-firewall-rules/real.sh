#!/usr/bin/env bash
. "$HARNESS"
use network

run --output rules.nft
check 'an empty set of rules is not saved' bash -c '[ "$1" = 3 ] && [ ! -e rules.nft ]' _ "$status"
nft -f - <<'RULES'
table inet own {
  set bad { type ipv4_addr; elements = { 203.0.113.1, 203.0.113.2 }; }
  chain in {
    type filter hook input priority 10; policy accept;
    ip saddr @bad counter drop
  }
}
RULES
iptables -A INPUT -s 203.0.113.9 -j DROP
run --output rules.nft --dry-run
check 'a dry run writes nothing' test ! -e rules.nft
run --output rules.nft
check 'it succeeds' test "$status" -eq 0
check 'only root may read it' test "$(stat -c %a rules.nft)" = 600
active() { nft --stateless list ruleset 2>/dev/null; }
before=$(active)
run --output rules.nft
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
nft flush ruleset
nft -f rules.nft
check 'loaded again, all rules are as they were' test "$(active)" = "$before"
run --output rules.v4 --family ipv4
iptables -F
iptables-restore <rules.v4
check 'those of iptables, too' grep -qx -- '-A INPUT -s 203.0.113.9/32 -j DROP' <<<"$(iptables -S)"
iptables -A INPUT -s 203.0.113.10 -j DROP
run --output rules.v4 --family ipv4
check 'the former file is kept' bash -c 'grep -q 203.0.113.10 rules.v4 && ! grep -q 203.0.113.10 rules.v4.before'
iptables -A INPUT -p tcp --dport 22 -m recent --set --name ssh
run --output other.nft
check 'what nft lists and cannot load is not saved' bash -c '[ "$1" = 1 ] && [ ! -e other.nft ]' _ "$status"
run --output rules.v4 --family ipv4
check 'iptables saves it' grep -q -- '-m recent --set --name ssh' rules.v4
iptables -F
iptables-legacy -A INPUT -s 203.0.113.20 -j DROP
run --output with-legacy.nft
check 'rules of the old iptables, which are not among them, are told of' bash -c '[ "$1" = 0 ] && grep -q "^note: the table filter of an old iptables is not among them" <<<"$2"' _ "$status" "$err"
iptables-legacy -F
run --output rules.v6 --family ipv6
check 'no rules of IPv6 are none to save' test "$status" -eq 3
finish
