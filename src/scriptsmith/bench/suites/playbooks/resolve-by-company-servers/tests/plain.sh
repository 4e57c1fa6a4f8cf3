#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-resolved
  rm -rf /etc/systemd/resolved.conf.d
  printf '[Resolve]\n#DNS=\n' >/etc/systemd/resolved.conf
}

after() {
  local file=/etc/systemd/resolved.conf.d/company.conf
  check 'it has its section first' test "$(grep -v '^[#;]' "$file" | grep -m1 .)" = '[Resolve]'
  check 'the servers are there in their order' grep -qx 'DNS=10.20.0.53 10.20.1.53' "$file"
  check 'the domain is there' grep -qx 'Domains=corp.example' "$file"
  check 'everybody can read it' test "$(stat -c %a "$file")" = 644
  check 'the main file stays' test "$(cat /etc/systemd/resolved.conf)" = $'[Resolve]\n#DNS='
  check 'the resolver was restarted once' test "$(calls 'restart systemd-resolved' | wc -l)" -eq 1
}
