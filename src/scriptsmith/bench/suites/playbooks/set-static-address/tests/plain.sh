#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/systemd/network /work/group_vars /work/host_vars
  printf '[Match]\nName=eth1\n[Network]\nDHCP=yes\n' >/etc/systemd/network/20-eth1-dhcp.network
  printf '[Match]\nName=eth0\n[Network]\nDHCP=yes\n' >/etc/systemd/network/10-eth0.network
  echo 'storage_address: 172.30.0.1' >/work/group_vars/db.yml
  echo 'storage_address: 172.30.0.17' >/work/host_vars/localhost.yml
  stub systemctl <"$UNITS"
  stub networkctl <<<'exit 0'
}

after() {
  local file=/etc/systemd/network/20-storage.network
  check 'it is for the right interface' test "$(grep -A9 -x '\[Match\]' "$file" | grep -m1 Name=)" = Name=eth1
  check 'its address is that of the host' test "$(sed -n '/^\[Network\]/,$p' "$file" | grep Address=)" = Address=172.30.0.17/24
  check 'DHCP is off' grep -qx 'DHCP=no' "$file"
  check 'there is no gateway' test "$(grep -c Gateway "$file")" -eq 0
  check 'the old file is gone' test ! -e /etc/systemd/network/20-eth1-dhcp.network
  check 'other interfaces stay' test -s /etc/systemd/network/10-eth0.network
  check 'the network was not restarted' test "$(calls 'networkd|networkctl' | wc -l)" -eq 0
}
