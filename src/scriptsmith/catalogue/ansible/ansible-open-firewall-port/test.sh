#!/usr/bin/env bash
. "$HARNESS"
# with: open_port=5432
# with: open_from=2001:db8::/32
# refused: open_port=70000
# refused: open_from=everywhere
# refused: open_from=10
# refuses: nothing_passes_there: filters nothing here
# refuses: another_chain_drops: A chain of another table drops
# refuses: included_inside_a_chain: inside a table or chain

before() {
  stub systemctl <"$UNITS"
  systemctl start nftables
  systemctl enable nftables
  printf '#!/usr/sbin/nft -f\nflush ruleset\n' >/etc/nftables.conf
  # There is a rule for other addresses that begin with the same characters, too.
  cat >/srv/chain <<EOF
type filter hook input priority filter; policy drop;
ip saddr ${open_from}0 tcp dport $open_port accept comment "port $open_port from ${open_from}0"
EOF
  echo 'type filter hook input priority filter + 1; policy accept;' >/srv/others
  stub nft <<'EOF'
case $* in
  '-c -f '*) test -s "$3" ;;
  'list chain inet filter input') cat /srv/chain ;;
  'list chains') cat /srv/chain /srv/others ;;
  '-f /etc/nftables.d/'*) grep '^insert rule' "$2" >>/srv/chain ;;
  *) exit 1 ;;
esac
EOF
}

nothing_passes_there() { echo 'chain input { }' >/srv/chain; }

# As iptables has it beside nftables.
another_chain_drops() { echo 'type filter hook input priority filter; policy drop;' >>/srv/others; }

included_inside_a_chain() {
  printf 'table inet filter {\n  chain input {\ninclude "/etc/nftables.d/*.nft"\n  }\n}\n' >>/etc/nftables.conf
}

after() {
  case $open_from in *:*) family=ip6 ;; *) family=ip ;; esac
  rule="insert rule inet filter input $family saddr $open_from tcp dport $open_port accept comment \"port $open_port from $open_from\""
  name=${open_from//[:\/]/-}
  check 'the port is open for these addresses after a restart' grep -qxF "$rule" "/etc/nftables.d/50-port-$open_port-from-$name.nft"
  check 'and now, once' test "$(grep -cxF "$rule" /srv/chain)" -eq 1
  check 'the rules are read' grep -qxF 'include "/etc/nftables.d/*.nft"' /etc/nftables.conf
  check 'other rules stay' grep -qx 'flush ruleset' /etc/nftables.conf
  check 'they were validated' calls '^nft -c -f'
}
