#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(sysctl --version | sed 's/.* //')"

# In a throwaway machine only the network's parameters can be set; for others refusals and the kernel's own are seen.
set_to() { [[ $(sysctl -n "$1" | tr '\t' ' ') == "$2" ]]; }
before=$(sysctl -n net.core.somaxconn)
run --key net.core.somaxconn --value 8192 --dry-run
check 'a dry run says what it would do' grep -qx 'would set: net.core.somaxconn = 8192, and write that to /etc/sysctl.d/90-net.core.somaxconn.conf' <<<"$out"
check 'and changes nothing' set_to net.core.somaxconn "$before"
run --key net.core.somaxconn --value 8192
check 'it succeeds' test "$status" -eq 0
check 'the kernel has the value' set_to net.core.somaxconn 8192
sysctl -q -w net.core.somaxconn=100
sysctl -q -p /etc/sysctl.d/90-net.core.somaxconn.conf
check 'and gets it again at boot' set_to net.core.somaxconn 8192
run --key net.core.somaxconn --value 8192
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --key net.ipv4.ip_local_port_range --value '10240  65000'
check 'two numbers are taken' set_to net.ipv4.ip_local_port_range '10240 65000'
run --key net.ipv4.tcp_rmem --value '4096 131072 6291456'
check 'and three' set_to net.ipv4.tcp_rmem '4096 131072 6291456'
run --key net.ipv4.ip_forward --value 1
check 'forwarding is switched on' set_to net.ipv4.ip_forward 1
run --key net.ipv4.ip_forward --value 0
check 'and not off' bash -c '[ "$1" = 3 ] && [ "$(sysctl -n net.ipv4.ip_forward)" = 1 ]' _ "$status"
for pair in vm.min_free_kbytes=60000000 vm.min_free_kbytes=100 kernel.pid_max=301 fs.file-max=100 vm.nr_hugepages=99999999 kernel.threads-max=20 \
  vm.max_map_count=10 net.ipv4.tcp_rmem=1 net.ipv4.ip_default_ttl=1 kernel.panic=5 net.ipv4.conf.all.rp_filter=1 net.core.rmem_max=1; do
  run --key "${pair%=*}" --value "${pair#*=}"
  check "$pair is refused" test "$status" -eq 3
done
check 'for its value, not for want of facts' bash -c '! grep -q "cannot be read" <<<"$1"' _ "$err"
run --key kernel.pid_max --value 4194304 --dry-run
check 'a good value is not' test "$status" -eq 0
run --key vm.swappiness --value 17
check 'what the kernel does not take (here it is read-only) is a failure' test "$status" -eq 1
check 'and is not written' test ! -e /etc/sysctl.d/90-vm.swappiness.conf
echo 'net.core.somaxconn = 5' >>/etc/sysctl.conf
run --key net.core.somaxconn --value 9000
check 'what /etc/sysctl.conf sets would win at boot: refused' test "$status" -eq 3
finish
