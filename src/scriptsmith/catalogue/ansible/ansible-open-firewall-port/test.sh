#!/usr/bin/env bash
. "$HARNESS"
# with: open_port=5432
# with: open_from=192.0.2.0/24
# refused: open_port=70000
# refused: open_from=everywhere

before() {
  stub systemctl <"$UNITS"
  systemctl start nftables
  printf '#!/usr/sbin/nft -f\nflush ruleset\n' >/etc/nftables.conf
  stub nft <<'EOF'
[[ $1 == -c ]]
EOF
}

after() {
  file=/etc/nftables.d/50-port-$open_port.nft
  check 'the port is open for these addresses' grep -qxF "add rule inet filter input ip saddr $open_from tcp dport $open_port accept" "$file"
  check 'the rules are read' grep -qxF 'include "/etc/nftables.d/*.nft"' /etc/nftables.conf
  check 'other rules stay' grep -qx 'flush ruleset' /etc/nftables.conf
  check 'they were validated' calls '^nft -c -f'
  check 'they were loaded' calls '^systemctl reload nftables' 
}
