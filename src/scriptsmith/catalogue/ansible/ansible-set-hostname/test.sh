#!/usr/bin/env bash
. "$HARNESS"
# with: host_name=db2.internal
# refused: host_name=a b
# refused: host_name=web1.
# refused: host_name=web_1
# refuses: two_hosts: name one host with --limit

before() {
  stub hostname <<'EOF'
if [[ $* == '--file /etc/hostname' ]]; then cp /etc/hostname /run/kernel-name; else cat /run/kernel-name; fi
EOF
  echo clone >/run/kernel-name
  printf '127.0.0.1 localhost\n127.0.1.1 clone.example.com clone shop.internal\n' >/etc/hosts
  mkdir -p /etc/cloud/cloud.cfg.d
}

two_hosts() { echo 'another ansible_connection=local ansible_python_interpreter=auto_silent' >>/work/inventory.ini; }

after() {
  check 'cloud-init keeps it' grep -qx 'preserve_hostname: true' /etc/cloud/cloud.cfg.d/zz-host-name.cfg
  check 'and puts no other into the hosts file' grep -qx "fqdn: $host_name" /etc/cloud/cloud.cfg.d/zz-host-name.cfg
  check 'the name is kept' test "$(cat /etc/hostname)" = "$host_name"
  check 'the kernel was told' test "$(cat /run/kernel-name)" = "$host_name"
  check 'the host finds itself, by its short name too' grep -qx "127.0.1.1 $host_name ${host_name%%.*} shop.internal" /etc/hosts
  check 'and other names stay, but for the old one' test "$(wc -l </etc/hosts)" -eq 2
}
