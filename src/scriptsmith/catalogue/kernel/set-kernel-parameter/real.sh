#!/usr/bin/env bash
# packages: procps iproute2 radvd
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
before=$(sysctl -n vm.dirty_bytes)
run --key vm.dirty_ratio --value 15 --dry-run
check 'the other of a pair is told where it counts' test "$status:$(grep -c 'vm.dirty_bytes counts now' <<<"$err")" = "0:$((before > 0 ? 1 : 0))"
run --key vm.dirty_bytes --value 268435456 --dry-run
check 'and that it becomes 0' test "$status:$(grep -c 'note: vm.dirty_ratio counts now, .* becomes 0 by this' <<<"$err")" = "0:$((before > 0 ? 0 : 1))"
printf 'net.core.somaxconn = 5' >>/etc/sysctl.conf # as an editor may leave it, without a line break
run --key net.core.somaxconn --value 8192
check 'it is not said to be set where /etc/sysctl.conf wins at boot' test "$status" -eq 3
run --key net.core.somaxconn --value 9000
check 'what /etc/sysctl.conf sets would win at boot: refused' test "$status" -eq 3

# A host with other numbers: what the kernel tells of its memory and its threads is laid over.
told() { # FILE < TEXT
  cat >/told-"${1##*/}"
  mountpoint -q "$1" || mount --bind "/told-${1##*/}" "$1"
}
bounds() { # KEY LEAST MOST: are both taken, and what is beyond them refused?
  local value
  for value in "$2" "$3"; do
    run --key "$1" --value "$value" --dry-run
    [[ $status == 0 ]] || return 1
  done
  for value in $(($2 - 1)) $(($3 + 1)); do
    run --key "$1" --value "$value" --dry-run
    [[ $status == 3 && $err == *"from $2 to $3"* ]] || return 1
  done
}
memory() { # AVAILABLE LIMIT COMMITTED, in kB
  told /proc/meminfo <<EOF
MemTotal:        1000000 kB
MemAvailable:    $1 kB
CommitLimit:     $2 kB
Committed_AS:    $3 kB
HugePages_Total:      10
Hugepagesize:       2048 kB
EOF
}
memory 509600 400000 100000
check 'huge pages: those there are, and what is free but for a tenth of the memory' bounds vm.nr_hugepages 0 210
memory 90000 400000 100000
check 'only those there are, where less is free' bounds vm.nr_hugepages 0 10
memory 509600 110000 100000
run --key vm.overcommit_memory --value 2 --dry-run
check 'promises that fit may be bounded' test "$status" -eq 0
memory 509600 1026048 1024000
run --key vm.overcommit_memory --value 2 --dry-run
check 'promises that nearly fill the bound may not' grep -q 'refused: 1000 MiB are promised already, and the limit would be 1002 MiB' <<<"$err"
run --key vm.overcommit_memory --value 1 --dry-run
check 'nor is that looked at for another way' test "$status" -eq 0
told /proc/loadavg <<<'0.10 0.20 0.30 2/10000 4242'
check 'numbers for four times the processes' bounds kernel.pid_max 40000 4194304
check 'and for the threads' bounds kernel.threads-max 40000 999999999999999999
told /proc/loadavg <<<'0.10 0.20 0.30 2/1000 4242'
check 'no fewer numbers than kernels begin with' bounds kernel.pid_max 32768 4194304
check 'and no fewer threads' bounds kernel.threads-max 4096 999999999999999999

# A host that a router's advertisements tell its default route.
ip netns add router
ip link add here type veth peer name there netns router
sysctl -q -w net.ipv6.conf.here.accept_ra=1 net.ipv6.conf.here.forwarding=0 net.ipv6.conf.all.forwarding=0
ip netns exec router sysctl -q -w net.ipv6.conf.all.forwarding=1
ip link set here up
ip -n router link set there up
await ip -n router -6 address show dev there scope link -tentative
key=net.ipv6.conf.all.forwarding
run --key "$key" --value 1 --dry-run
check 'without such a route forwarding may be switched on' test "$status" -eq 0
printf 'interface there { AdvSendAdvert on; MinRtrAdvInterval 3; MaxRtrAdvInterval 4; };\n' >/radvd.conf
chmod 644 /radvd.conf
ip netns exec router radvd --config /radvd.conf --pidfile /run/radvd.pid --nodaemon --logmethod stderr 2>/radvd.log &
await bash -c '[[ -n $(ip -6 route show default proto ra) ]]'
run --key "$key" --value 1
check 'with one it may not' bash -c '[ "$1" = 3 ] && grep -q "comes from a router" <<<"$2"' _ "$status" "$err"
check 'the route is still there' bash -c '[[ -n $(ip -6 route show default proto ra) ]]'
run --key "$key" --value 0
check 'and off it may stay' test "$status" -eq 0
run --key net.ipv4.ip_forward --value 1
check 'another protocol is not meant' test "$status" -eq 0
kill %1
finish
