#!/usr/bin/env bash
. "$HARNESS"

# A sysctl over files below proc, which writes only what is there.
stub sysctl <<'EOF'
write='' values='' arg=''
for word; do
  case $word in
    --write) write=1 ;; --values) values=1 ;; --) ;;
    -*) echo "sysctl: unrecognized option '$word'" >&2; exit 1 ;;
    *) arg=$word ;;
  esac
done
key=${arg%%=*} file=keys/$key
[ -e "$file" ] || { echo "sysctl: cannot stat /proc/sys/${key//.//}: No such file or directory" >&2; exit 1; }
if [ -n "$write" ]; then
  [ ! -e .invalid ] || { echo "sysctl: setting key \"$key\": Invalid argument" >&2; exit 1; }
  [ -e .ignored ] || printf '%s\n' "${arg#*=}" | tr ' ' '\t' >"$file"
  exit 0
fi
if [ -n "$values" ]; then cat "$file"; else echo "$key = $(cat "$file")"; fi
EOF
stub id <<<'echo 0'
mkdir -p keys r/etc/sysctl.d

echo 128 >keys/net.core.somaxconn
printf '32768\t60999\n' >keys/net.ipv4.ip_local_port_range
file=r/etc/sysctl.d/90-net.core.somaxconn.conf
run --root r --key net.core.somaxconn --value 4096 --dry-run
check 'a dry run says what it would do' grep -qx "would set: net.core.somaxconn = 4096, and write that to $file" <<<"$out"
check 'a dry run changes nothing' bash -c '[ "$(cat keys/net.core.somaxconn)" = 128 ] && [ ! -e "$1" ]' _ "$file"
run --root r --key net.core.somaxconn --value 4096
check 'it succeeds' test "$status" -eq 0
check 'the value is in force' grep -qx 4096 keys/net.core.somaxconn
check 'it is written for the next boot' grep -qx 'net.core.somaxconn = 4096' "$file"
check 'the former value is told' grep -qx "set: net.core.somaxconn = 4096 (before: 128), in $file" <<<"$out"
: >"$STUB_LOG"
run --root r --key net.core.somaxconn --value 4096
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
check 'and sets nothing' test -z "$(calls '--write')"
run --root r --key net.ipv4.ip_local_port_range --value '1024  65000'
check 'several numbers are taken' grep -qx $'1024\t65000' keys/net.ipv4.ip_local_port_range
: >.invalid
echo 1 >keys/net.ipv4.tcp_syncookies
run --root r --key net.ipv4.tcp_syncookies --value -7
check 'a value that the kernel refuses is a failure' test "$status" -eq 1
check 'and is not written' test ! -e r/etc/sysctl.d/90-net.ipv4.tcp_syncookies.conf
rm .invalid; : >.ignored
run --root r --key net.core.somaxconn --value 99999999
check 'a value that does not take is a failure' bash -c '[ "$1" = 1 ] && grep -qx "net.core.somaxconn = 4096" "$2"' _ "$status" "$file"
rm .ignored
echo 'net/core/somaxconn=1' >r/etc/sysctl.d/99-z.conf
run --root r --key net.core.somaxconn --value 5000
check 'a file that would win is refused' test "$status" -eq 3
echo 'net.core.somaxconn = 7' >r/etc/sysctl.d/99-z.conf
run --root r --key net.core.somaxconn --value 4096
check 'also where the value is set so now' test "$status:$(grep -c '99-z.conf sets it too' <<<"$err")" = 3:1
rm r/etc/sysctl.d/99-z.conf; mkdir r/etc/ufw; echo 'net/core/somaxconn=9' >r/etc/ufw/sysctl.conf
run --root r --key net.core.somaxconn --value 5000
check 'that of ufw comes last' test "$status:$(grep -c 'ufw/sysctl.conf sets it too' <<<"$err")" = 3:1
rm -r r/etc/ufw
# Of a pair the kernel keeps one.
for pair in dirty_ratio=20 dirty_bytes=0 dirty_background_ratio=0 dirty_background_bytes=67108864; do echo "${pair#*=}" >"keys/vm.${pair%=*}"; done
run --root r --key vm.dirty_ratio --value 15 --dry-run
check 'where the other of a pair does not count nothing is told' test "$status:$err" = 0:
run --root r --key vm.dirty_background_ratio --value 5 --dry-run
check 'and where it does, that is' test "$status:$(grep -cx 'note: vm.dirty_background_bytes counts now, with 67108864, and becomes 0 by this; setting it again is the undo' <<<"$err")" = 0:1
printf 'vm.dirty_bytes = 1' >r/etc/sysctl.d/99-z.conf # without a line break at the end
run --root r --key vm.dirty_ratio --value 15
check 'a later file with the other of the pair would win' test "$status:$(grep -c 'sets vm.dirty_bytes and comes later' <<<"$err")" = 3:1
run --root r --key vm.dirty_background_ratio --value 5 --dry-run
check 'that of another pair would not' test "$status" -eq 0
rm r/etc/sysctl.d/99-z.conf keys/vm.dirty_bytes
run --root r --key vm.dirty_ratio --value 15
check 'what is not known of it refuses' test "$status:$(cat keys/vm.dirty_ratio)" = 3:20
echo 0 >keys/vm.dirty_bytes
mkdir -p r/proc r/etc/modules-load.d
echo 10 >keys/net.netfilter.nf_conntrack_count; echo 65536 >keys/net.netfilter.nf_conntrack_max
printf 'nf_conntrack 200704 1 nf_nat, Live 0x0\n' >r/proc/modules
early=r/etc/modules-load.d/90-nf_conntrack.conf
run --root r --key net.netfilter.nf_conntrack_max --value 131072 --dry-run
check 'that a module is to be loaded before is told' test "$status:$(grep -c "^would have the module nf_conntrack loaded .* by $early" <<<"$out"):$(ls r/etc/modules-load.d)" = 0:1:
run --root r --key net.netfilter.nf_conntrack_max --value 131072
check 'it is written' test "$status:$(<"$early")" = 0:nf_conntrack
run --root r --key net.netfilter.nf_conntrack_max --value 131072
check 'and then there is nothing to do' grep -q '^nothing to change' <<<"$out"
rm "$early"; echo ' nf_conntrack' >r/etc/modules
run --root r --key net.netfilter.nf_conntrack_max --value 131072
check 'nor where the module is named elsewhere' grep -q '^nothing to change' <<<"$out"
rm r/etc/modules; : >r/proc/modules
run --root r --key net.netfilter.nf_conntrack_max --value 131072
check 'or is a part of the kernel' grep -q '^nothing to change' <<<"$out"
printf 'nf_conntrack 200704 1 nf_nat, Live 0x0\n' >r/proc/modules; rmdir r/etc/modules-load.d
run --root r --key net.netfilter.nf_conntrack_max --value 131072
check 'without a place for it that is a failed precondition' test "$status" -eq 3
rm r/proc/modules r/etc/sysctl.d/90-net.netfilter*
refuses() { # KEY NOW VALUE…: is each value refused, and nothing set?
  local value
  echo "$2" >"keys/$1"
  for value in "${@:3}"; do
    run --root r --key "$1" --value "$value"
    [[ $status == 3 && $(<"keys/$1") == "$2" ]] || return 1
  done
}
check 'no more memory may be kept free than a twentieth' refuses vm.min_free_kbytes 67584 60000000 0 1023 -1 lots
check 'processes need numbers' refuses kernel.pid_max 32768 301 32767 4194305
check 'what forwards goes on forwarding' refuses net.ipv4.ip_forward 1 0
check 'files are open' bash -c "echo '9000 0 100000' >keys/fs.file-nr"
check 'and need room' refuses fs.file-max 100000 1000 65535
echo 20000 >keys/net.netfilter.nf_conntrack_count
check 'connections are tracked' refuses net.netfilter.nf_conntrack_max 262144 39999
rm keys/net.netfilter.nf_conntrack_count
check 'how many, must be known' refuses net.netfilter.nf_conntrack_max 262144 500000
check 'strict filtering is not switched on' refuses net.ipv4.conf.all.rp_filter 2 1
check 'ports need a range' refuses net.ipv4.ip_local_port_range '1024 65000' '60000 60100' '80 65000' 1024
check 'huge pages must fit' refuses vm.nr_hugepages 0 999999999
check 'a panic is no tuning' refuses kernel.panic_on_oops 0 1
for pair in net.ipv4.ip_forward=1 kernel.pid_max=4194304 vm.swappiness=10 kernel.sysrq=0; do
  echo 0 >"keys/${pair%=*}"
  run --root r --key "${pair%=*}" --value "${pair#*=}"
  check "$pair is taken" grep -qx "${pair#*=}" "keys/${pair%=*}"
done
for key in vm.mmap_min_addr net.core.bpf_jit_harden kernel.perf_event_paranoid; do
  check "what guards the kernel is left alone: $key" refuses $key 2 0
done
run --root r --key kernel.core_pattern --value core
check 'a parameter of security is refused' test "$status" -eq 3
run --root r --key no.such.key --value 1
check 'a parameter that does not exist is refused' test "$status" -eq 3
run --key net.core.somaxconn
check 'a value is needed' test "$status" -eq 2
run --key net.core.somaxconn --value '1; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --key '../../x' --value 1
check 'a path is no parameter' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
for each in inotify vm. .vm vm..swappiness; do
  run --key "$each" --value 1
  check "a name without a dot between its parts is none: $each" test "$status" -eq 2
done

# Both sides of each bound.
takes() { # KEY NOW VALUE…: would each value be set?
  local value
  echo "$2" >"keys/$1"
  for value in "${@:3}"; do
    run --root r --key "$1" --value "$value" --dry-run
    [[ $status == 0 && $out == *"would set: $1 = $value,"* ]] || return 1
  done
}
bounds() { # KEY LEAST MOST
  check "$1 may be $2 and $3" takes "$1" 7 "$2" "$3"
  check "$1 may not be less or more" refuses "$1" 7 $(($2 - 1)) $(($3 + 1))
}
memory=$(sed -n 's/^MemTotal: *\([0-9]*\) .*/\1/p' /proc/meminfo) most=999999999999999999
bounds vm.min_free_kbytes 1024 $((memory / 20))
bounds vm.user_reserve_kbytes 1024 $((memory / 20))
bounds vm.dirty_ratio 1 90
bounds vm.dirty_bytes 1048576 $((memory * 512))
bounds vm.swappiness 0 200
bounds vm.max_map_count 65530 2147483647
bounds fs.nr_open 65536 2147483584
bounds net.core.netdev_max_backlog 64 2147483647
bounds net.core.rmem_max 65536 2147483647
bounds net.ipv4.ip_default_ttl 32 255
bounds net.ipv4.neigh.default.gc_thresh1 128 $most
bounds user.max_net_namespaces 128 $most
check 'user namespaces may be switched off' takes user.max_user_namespaces 7 0
for pair in '9000 65536' '20000 80000'; do
  echo "${pair% *} 0 100000" >keys/fs.file-nr
  bounds fs.file-max "${pair#* }" $most
done
for pair in '100 65536' '50000 100000'; do
  echo "${pair% *}" >keys/fs.aio-nr
  bounds fs.aio-max-nr "${pair#* }" $most
done
rm keys/fs.aio-nr
check 'what is in use must be known' refuses fs.aio-max-nr 7 500000
for pair in '100 16384' '20000 40000'; do
  echo "${pair% *}" >keys/net.netfilter.nf_conntrack_count
  bounds net.netfilter.nf_conntrack_max "${pair#* }" $((memory / 2))
done
check 'three rising numbers' takes net.ipv4.tcp_rmem 7 '4096 4096 65536' '4096 70000 70000'
check 'and no others' refuses net.ipv4.tcp_rmem 7 '4095 4096 65536' '4097 4096 65536' '4096 65537 65536' '4096 4096 65535' '4096 65536'
check 'a range of ports' takes net.ipv4.ip_local_port_range 7 '1024 5120' '61439 65535'
check 'and no smaller or further one' refuses net.ipv4.ip_local_port_range 7 '1024 5119' '1023 6000' '61440 65535' '60000 65536'
check 'strict filtering may stay' takes net.ipv4.conf.all.rp_filter 1 1 0 2
check 'there is no third way' refuses net.ipv4.conf.all.rp_filter 1 3
check 'forwarding may stay off' takes net.ipv4.ip_forward 0 0
check 'it is on or off' refuses net.ipv4.ip_forward 0 2
check 'memory is promised in three ways' takes vm.overcommit_memory 2 0 1
check 'and in no fourth' refuses vm.overcommit_memory 0 3
for pair in 0:takes 1:takes 2:refuses; do
  echo "${pair%:*}" >keys/vm.overcommit_memory
  check "a ratio, where memory is promised in way ${pair%:*}: ${pair#*:}" "${pair#*:}" vm.overcommit_ratio 7 50
done
# Hosts with other numbers: what the kernel tells of the memory, the threads and the routes comes from files here.
stub sed <<'EOF'
[ "${!#}" != /proc/loadavg ] || set -- "${@:1:$#-1}" loadavg
PATH=/usr/bin:/bin exec sed "$@"
EOF
read() {
  [[ ! -e meminfo || ! /dev/stdin -ef /proc/meminfo ]] || exec <meminfo
  [[ ! -e ipv6_route || ! /dev/stdin -ef /proc/net/ipv6_route ]] || exec <ipv6_route
  builtin read "$@"
}
export -f read
host() { # AVAILABLE LIMIT COMMITTED, in kB
  printf '%s kB\n' 'MemTotal: 1000000' "MemAvailable: $1" "CommitLimit: $2" "Committed_AS: $3" 'HugePages_Total: 10' 'Hugepagesize: 2048' >meminfo
}
for pair in 10000:40000:40000 1000:32768:4096; do
  IFS=: builtin read -r threads numbers least <<<"$pair"
  echo "0.10 0.20 0.30 2/$threads 4242" >loadavg
  bounds kernel.pid_max "$numbers" 4194304
  bounds kernel.threads-max "$least" $most
done
host 509600 400000 100000
bounds vm.nr_hugepages 0 210
host 90000 400000 100000
bounds vm.nr_hugepages 0 10
host 509600 110000 100000
check 'promises that fit may be bounded' takes vm.overcommit_memory 0 2
host 509600 109999 100000
check 'and others not' refuses vm.overcommit_memory 0 2
check 'nor is that looked at for another way' takes vm.overcommit_memory 0 1
host 509600 1026048 1024000
run --root r --key vm.overcommit_memory --value 2 --dry-run
check 'why is told' grep -q 'refused: 1000 MiB are promised already, and the limit would be 1002 MiB' <<<"$err"
echo 'MemFree: 1 kB' >meminfo
check 'a host that does not tell its memory is left alone' refuses net.core.netdev_max_backlog 1000 5000
rm meminfo
route() { printf '%032d 00 %032d 00 fe8000000000000000000000000000fe 00000400 00000001 00000000 %s eth0\n' 0 0 "$1"; } # FLAGS: of a default route
if [[ -e /proc/net/ipv6_route ]]; then # of a host without IPv6 there is nothing to lose
  printf '20010db8000000000000000000000000 40 %032d 00 %032d 00000100 00000001 00000000 00440001 eth0\n' 0 0 >ipv6_route
  for flags in 00000003 00400003 00200200; do route $flags; done >>ipv6_route
  check 'with a default route that somebody set, forwarding may be switched on' takes net.ipv6.conf.all.forwarding 0 1
  route 00450003 >>ipv6_route
  check "with one of a router's advertisements it may not" refuses net.ipv6.conf.all.forwarding 0 1
  check 'stay off it may' takes net.ipv6.conf.all.forwarding 0 0
  check 'or stay on' takes net.ipv6.conf.all.forwarding 1 1
  check 'and another protocol is not meant' takes net.ipv4.conf.all.forwarding 0 0 1
fi
check 'IPv4 may go on forwarding' takes net.ipv4.conf.all.forwarding 1 1
unset -f read
rm -f .stubs/sed ipv6_route
check 'numbers have a limit' refuses kernel.pid_max 7 4194305
mkdir bare
run --root bare --key net.core.somaxconn --value 5000
check 'a host without the directory is refused' bash -c '[ "$1" = 3 ] && [ "$(cat keys/net.core.somaxconn)" != 5000 ]' _ "$status"
printf 'net.core.somaxconn = 1\n' >r/etc/sysctl.d/90-net.core.somaxconn.conf
run --root r --key net.core.somaxconn --value 6000
check 'what the file held is told' grep -qx "former content of $file: net.core.somaxconn = 1" <<<"$out"
echo 128 >keys/net.core.netdev_max_backlog
run --root r --key net.core.netdev_max_backlog --value 5000
check 'without a file there is no former content' bash -c '[ "$1" = 0 ] && ! grep -q "^former content" <<<"$2"' _ "$status" "$out"
mkdir -p r/etc/sysctl.d/90-net.core.rmem_max.conf
echo 212992 >keys/net.core.rmem_max
run --root r --key net.core.rmem_max --value 1048576
check 'a file that cannot be written is a failure' bash -c '[ "$1" = 1 ] && grep -q "it is set until the next boot" <<<"$2"' _ "$status" "$err"
mkdir -p "$early"
printf 'nf_conntrack 200704 1 nf_nat, Live 0x0\n' >r/proc/modules
echo 65536 >keys/net.netfilter.nf_conntrack_max; echo 10 >keys/net.netfilter.nf_conntrack_count
run --root r --key net.netfilter.nf_conntrack_max --value 131072
check 'so is a module of which that cannot be written' bash -c '[ "$1" = 1 ] && grep -q "the module nf_conntrack comes too late" <<<"$2"' _ "$status" "$err"
rm -r r/proc/modules "$early"
stub id <<<'echo 1000'
run --root r --key net.core.somaxconn --value 5000
check 'so is anybody but root' bash -c '[ "$1" = 3 ] && [ "$(cat keys/net.core.somaxconn)" != 5000 ]' _ "$status"
finish
