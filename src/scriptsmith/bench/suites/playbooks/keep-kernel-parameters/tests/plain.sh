#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/sysctl.d
  stub sysctl <<<'exit 0'
  printf 'vm.swappiness = 10\nnet.ipv4.ip_forward=0\n' >/etc/sysctl.d/99-local.conf
}

after() {
  local expected=$'net.bridge.bridge-nf-call-iptables=1\nnet.ipv4.ip_forward=1\nvm.max_map_count=262144'
  check 'the parameters are there' test "$(sed 's/ //g' /etc/sysctl.d/90-k8s.conf | grep '^[a-z]' | sort)" = "$expected"
  check 'nothing wins over them' test "$(cat /etc/sysctl.d/99-local.conf)" = 'vm.swappiness = 10'
  check 'they were loaded once' test "$(calls '^sysctl' | wc -l)" -eq 1
}
