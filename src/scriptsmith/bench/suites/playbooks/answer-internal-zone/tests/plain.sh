#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start dnsmasq
  mkdir -p /etc/dnsmasq.d /work/group_vars
  printf 'address=/old.corp.example/10.0.0.1\n' >/etc/dnsmasq.d/internal.conf
  echo 'cache-size=1000' >/etc/dnsmasq.d/cache.conf
  cat >/work/group_vars/dns.yml <<'EOF'
internal_names:
  wiki.corp.example: 10.0.3.9
  git.corp.example: 10.0.3.7
EOF
}

after() {
  local expected=$'address=/git.corp.example/10.0.3.7\naddress=/wiki.corp.example/10.0.3.9'
  check 'the names are there in order, and no other' test "$(grep '^[^#]' /etc/dnsmasq.d/internal.conf)" = "$expected"
  check 'other files stay' grep -qx 'cache-size=1000' /etc/dnsmasq.d/cache.conf
  check 'dnsmasq was restarted once' test "$(calls 'restart dnsmasq' | wc -l)" -eq 1
}
