#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/netplan
  cat >/etc/netplan/60-storage.yaml <<'EOF'
network:
  version: 2
  bonds:
    bond0:
      interfaces: [eth2, eth3]
      addresses: [172.20.0.5/24]
    bond1:
      interfaces: [eth4, eth5]
      mtu: 1500
EOF
  chmod 644 /etc/netplan/60-storage.yaml
}

after() {
  local file=/etc/netplan/60-storage.yaml
  said() { sed 's/[][",]/ /g; s/-/ /' "$file" | xargs; }
  check 'frames of the bond are large' test "$(sed -n '/^ *bond0:/,/^ *bond1:/p' "$file" | grep -c 'mtu: 9000')" -eq 1
  check 'the other bond stays' grep -q 'mtu: 1500' "$file"
  check 'addresses and interfaces stay' test "$(said | grep -oE 'eth[2-5]|172.20.0.5/24|version: 2' | sort | xargs)" = '172.20.0.5/24 eth2 eth3 eth4 eth5 version: 2'
  check 'the mode is what netplan wants' test "$(stat -c %a "$file")" = 600
}
