#!/usr/bin/env bash
# Set a kernel parameter at once, check that the kernel took it, and write it to a file for every
# boot.
#
# Undo: run it again with the former value, which it prints, or delete the files that are named.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-kernel-parameter --key NAME --value TEXT [--dry-run] [--root DIR]

Set the kernel parameter KEY to VALUE and write it to its own file in /etc/sysctl.d. The kernel is
asked first: a value that it refuses is not written. Where a module brings the parameter (connection
tracking, bridges), a file in /etc/modules-load.d has it loaded before. Parameters that bear on security, on the way
into the host or on whether it panics are refused, and so are values that starve or stall it: what
is possible depends on its memory, its processes and its connections. A file that comes later at boot
and sets the parameter to anything is refused too; what sets it after that (tuned, kubelet, kube-proxy)
is not looked at.

  --key NAME    name of the parameter
  --value TEXT  value that it is to have
  --root DIR    work below this directory instead of /
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 it is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-kernel-parameter: %s\n' "$2" >&2
  exit "$1"
}

key='' value='' root='' dry_run=false
while (($# > 0)); do
  case $1 in
    --key | --value | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --key) key=$2 ;;
        --value) value=$2 ;;
        --root) root=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $key ]] || die 2 "--key is needed (see --help)"
[[ -n $value ]] || die 2 "--value is needed (see --help)"
[[ $key =~ ^[a-z0-9][A-Za-z0-9_:@-]{0,60}([.][A-Za-z0-9_:@-]{1,60}){1,8}$ ]] || die 2 "--key takes the whole name of a kernel parameter, such as vm.swappiness, not '$key'"
[[ $value =~ ^[A-Za-z0-9_.,:/+-]([A-Za-z0-9_.,:/+ -]{0,200}[A-Za-z0-9_.,:/+-])?$ ]] || die 2 "--value takes a number or a word, not '$value'"
case $key in
  kernel.core_pattern | kernel.modprobe | kernel.modules_disabled | kernel.poweroff_cmd | \
    kernel.randomize_va_space | kernel.yama.* | kernel.kptr_restrict | kernel.unprivileged_* | kernel.hotplug | \
    kernel.usermodehelper.* | kernel.panic | kernel.*panic* | kernel.sched_rt_* | kernel.kexec_* | kernel.hostname | \
    kernel.domainname | kernel.ns_last_pid | kernel.perf_event_paranoid | vm.drop_caches | vm.mmap_min_addr | vm.unprivileged_* | \
    vm.panic_on_oom | net.core.bpf_jit_* | net.ipv4.conf.*.route_localnet | dev.tty.* | fs.protected_* | fs.suid_dumpable | \
    net.ipv4.conf.*.accept_* | net.ipv6.conf.*.accept_* | net.ipv6.conf.*.disable_ipv6 | net.ipv6.conf.*.mtu | \
    net.ipv4.conf.*.arp_* | net.ipv4.conf.*.disable_policy | net.ipv4.ip_unprivileged_port_start | net.ipv4.*_mem | \
    net.ipv4.conf.*.drop_* | net.ipv6.conf.*.drop_*)
    die 3 "refused: $key bears on security or on the way into the host; do that by hand"
    ;;
esac
for tool in sysctl cat sed grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

read_value() { # words parted by single blanks
  local words
  words=$(sysctl --values -- "$key") || return 1
  read -r -a words <<<"${words//[$'\t\n']/ }"
  printf '%s' "${words[*]}"
}
before=$(read_value) || die 3 "no kernel parameter $key on this host"
read -r -a words <<<"$value"
value=${words[*]}

fact() { # FILE WORD: the number after the word in a file of /proc, as in /proc/meminfo
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^$2:?[[:space:]]+([0-9]+) ]]; then printf '%s' "${BASH_REMATCH[1]}" && return; fi
  done <"$1"
  return 1
}
number() { # KEY: the first number of a parameter
  local words
  words=$(sysctl --values -- "$1") && read -r words _ <<<"$words" && [[ $words =~ ^[0-9]+$ ]] && printf '%s' "$words"
}
within() { # LEAST MOST WHY: is the value a whole number between them? A bound that is not known refuses, too.
  { [[ $value =~ ^[0-9]{1,18}$ && $1 =~ ^[0-9]+$ && $2 =~ ^[0-9]+$ ]] && ((10#$value >= $1 && 10#$value <= $2)); } ||
    die 3 "refused: $key takes a whole number from ${1:-?} to ${2:-?} here, not '$value': $3"
}
larger() { printf '%s' "$(($1 > $2 ? $1 : $2))"; }
unknown() { die 3 "refused: what bounds $key on this host cannot be read ($1)"; }
most=999999999999999999
memory=$(fact /proc/meminfo MemTotal) || unknown /proc/meminfo
threads=$(sed -E 's|.*/([0-9]+) .*|\1|' /proc/loadavg) || unknown /proc/loadavg
case $key in
  kernel.sysrq) within 0 0 'other values bear on security' ;;
  vm.min_free_kbytes) within 1024 $((memory / 20)) 'less stalls the kernel, more than a twentieth of the memory starves the programs' ;;
  vm.admin_reserve_kbytes | vm.user_reserve_kbytes) within 1024 $((memory / 20)) 'more than a twentieth of the memory starves the programs' ;;
  vm.nr_hugepages | vm.nr_overcommit_hugepages)
    page=$(fact /proc/meminfo Hugepagesize) || unknown /proc/meminfo
    have=$(fact /proc/meminfo HugePages_Total) || unknown /proc/meminfo
    free=$(fact /proc/meminfo MemAvailable) || unknown /proc/meminfo
    free=$(larger $((free - memory / 10)) 0)
    within 0 $((have + free / page)) 'what is set aside for huge pages nothing else can use' ;;
  vm.overcommit_memory)
    within 0 2 'there are no more ways'
    if [[ $value == 2 ]]; then
      limit=$(fact /proc/meminfo CommitLimit) || unknown /proc/meminfo
      taken=$(fact /proc/meminfo Committed_AS) || unknown /proc/meminfo
      ((taken + taken / 10 <= limit)) || die 3 "refused: $((taken / 1024)) MiB are promised already, and the limit would be $((limit / 1024)) MiB: no program could start"
    fi ;;
  vm.overcommit_ratio | vm.overcommit_kbytes)
    [[ $(number vm.overcommit_memory) == [01] ]] || die 3 "refused: vm.overcommit_memory is 2, so this limits at once what programs may have" ;;
  vm.dirty_ratio | vm.dirty_background_ratio) within 1 90 'with nothing every write waits, with all no memory is left' ;;
  vm.dirty_bytes | vm.dirty_background_bytes) within 1048576 $((memory * 512)) 'with less every write waits, with more than half of the memory it is short' ;;
  vm.swappiness) within 0 200 'that is all the kernel knows' ;;
  vm.max_map_count) within 65530 2147483647 'programs that map much would die' ;;
  kernel.pid_max) within "$(larger $((threads * 4)) 32768)" 4194304 "$threads processes and threads run, and new ones need numbers" ;;
  kernel.threads-max) within "$(larger $((threads * 4)) 4096)" $most "$threads threads run" ;;
  fs.file-max)
    taken=$(number fs.file-nr) || unknown fs.file-nr
    within "$(larger $((taken * 4)) 65536)" 9223372036854775807 "$taken files are open" ;;
  fs.nr_open) within 65536 2147483584 'services that want more files do not start' ;;
  fs.aio-max-nr)
    taken=$(number fs.aio-nr) || unknown fs.aio-nr
    within "$(larger $((taken * 2)) 65536)" $most "$taken are in use" ;;
  net.netfilter.nf_conntrack_max | net.nf_conntrack_max)
    taken=$(number net.netfilter.nf_conntrack_count) || unknown net.netfilter.nf_conntrack_count
    within "$(larger $((taken * 2)) 16384)" $((memory / 2)) "$taken connections are tracked, and each entry takes memory" ;;
  net.core.somaxconn | net.core.netdev_max_backlog | net.ipv4.tcp_max_syn_backlog) within 64 2147483647 'with less connections are dropped' ;;
  net.core.?mem_max | net.core.?mem_default) within 65536 2147483647 'with less every connection crawls' ;;
  net.ipv4.tcp_?mem)
    read -r least usual highest <<<"$value"
    { [[ $value =~ ^([1-9][0-9]{0,9}\ ){2}[1-9][0-9]{0,9}$ ]] && ((4096 <= least && least <= usual && usual <= highest && highest >= 65536)); } ||
      die 3 "refused: $key takes three rising numbers, from 4096 at least to 65536 at least" ;;
  net.ipv4.ip_local_port_range)
    read -r first last <<<"$value"
    { [[ $value =~ ^[1-9][0-9]{3,4}\ [1-9][0-9]{3,4}$ ]] && ((first >= 1024 && last <= 65535 && last - first >= 4096)); } ||
      die 3 "refused: $key takes two ports above 1023, with at least 4096 between them" ;;
  net.ipv4.ip_default_ttl) within 32 255 'with less far hosts are not reached' ;;
  net.ipv?.neigh.*.gc_thresh*) within 128 $most 'with less neighbours are forgotten' ;;
  net.ipv4.conf.*.rp_filter)
    within 0 2 'there are no more ways'
    [[ $value != 1 || $before == 1 ]] || die 3 "refused: strict filtering drops what comes in by another way than it goes out; do that by hand" ;;
  net.ipv4.ip_forward | net.ipv?.conf.*.forwarding)
    within 0 1 'it is on or off'
    [[ $value == 1 || $before == 0 ]] || die 3 "refused: containers, virtual machines and networks behind this host would be cut off; do that by hand"
    if [[ $key == net.ipv6.* && $before == 0 && $value == 1 && -e /proc/net/ipv6_route ]]; then
      # A host that forwards takes no routes from routers any more.
      while read -r network length _ _ _ _ _ _ flags _; do
        [[ ! ($network =~ ^0+$ && $length == 00) ]] || ((!(16#$flags & 16#40000))) ||
          die 3 "refused: the IPv6 default route comes from a router's advertisement and would be lost (accept_ra = 2 keeps it); do that by hand"
      done </proc/net/ipv6_route
    fi ;;
  user.max_*_namespaces)
    [[ $key == user.max_user_namespaces ]] || within 128 $most 'containers and services need them' ;;
esac
file=${root:-}/etc/sysctl.d/90-${key:?}.conf
line="$key = $value"
# What a module brings is not there at boot before the module is, and the firewall, say, loads it later.
module='' early=''
case $key in
  net.netfilter.nf_conntrack_* | net.nf_conntrack_max) module=nf_conntrack ;;
  net.bridge.bridge-nf-*) module=br_netfilter ;;
esac
if [[ -n $module ]] && grep -qs "^$module " "$root/proc/modules" &&
  ! grep -qsxE "[[:space:]]*${module}[[:space:]]*" "$root"/{etc,run,usr/lib}/modules-load.d/*.conf "$root/etc/modules"; then
  early=${root:-}/etc/modules-load.d/90-${module:?}.conf
fi
printf 'now: %s = %s\n' "$key" "$before"
# Of each of these two the kernel keeps one: setting it makes the other 0.
pair=''
case $key in
  vm.dirty_ratio) pair=vm.dirty_bytes ;;
  vm.dirty_bytes) pair=vm.dirty_ratio ;;
  vm.dirty_background_ratio) pair=vm.dirty_background_bytes ;;
  vm.dirty_background_bytes) pair=vm.dirty_background_ratio ;;
esac
if [[ -n $pair ]]; then
  instead=$(number "$pair") || unknown "$pair"
  ((instead == 0)) || printf 'note: %s counts now, with %s, and becomes 0 by this; setting it again is the undo\n' "$pair" "$instead" >&2
fi

# What comes later, by name, wins at the next boot.
shopt -s nullglob
for other in "$root"/{etc,run,usr/local/lib,usr/lib,lib}/sysctl.d/*.conf "$root"/etc/sysctl.conf "$root"/etc/ufw/sysctl.conf; do
  [[ ${other##*/} > ${file##*/} && -r $other ]] || continue # sysctl.conf comes last, by its name as well, and after it that of ufw
  while IFS= read -r text || [[ -n $text ]]; do
    if [[ $text =~ ^[[:space:]]*-?[[:space:]]*([A-Za-z0-9_./:@-]+)[[:space:]]*= ]]; then
      name=${BASH_REMATCH[1]//\//.}
      [[ $name != "$key" ]] || die 3 "$other sets it too and comes later, so it would win at the next boot; change it there"
      [[ $name != "$pair" ]] || die 3 "$other sets $pair and comes later, and that switches $key off at the next boot; change it there"
    fi
  done <"$other"
done
written=''
if [[ -f $file ]]; then written=$(cat -- "$file"); fi
if [[ $before == "$value" && $written == "$line" && -z $early ]]; then
  printf 'nothing to change: it is set so, now and in %s\n' "$file"
  exit 0
fi
if $dry_run; then
  printf 'would set: %s, and write that to %s\n' "$line" "$file"
  [[ -z $early ]] || printf 'would have the module %s loaded at boot before that, by %s\n' "$module" "$early"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
[[ -d ${file%/*} ]] || die 3 "no directory ${file%/*}"
[[ -z $early || -d ${early%/*} ]] || die 3 "no directory ${early%/*}, so the module $module cannot be loaded in time at boot"
sysctl --write -- "$key=$value" >/dev/null || die 1 "the kernel did not take $value; nothing was written"
after=$(read_value)
[[ $after == "$value" ]] || die 1 "$key is $after after setting it, not $value; nothing was written"
if [[ -n $written ]]; then printf 'former content of %s: %s\n' "$file" "$written"; fi
{ printf '%s\n' "$line" >"$file"; } 2>/dev/null || die 1 "it is set until the next boot, but $file could not be written"
if [[ -n $early ]]; then
  { printf '%s\n' "$module" >"$early"; } 2>/dev/null || die 1 "it is set until the next boot, but $early could not be written, and without it the module $module comes too late"
  printf 'the module %s is loaded at boot before that, by %s\n' "$module" "$early"
fi
printf 'set: %s (before: %s), in %s\n' "$line" "$before" "$file"
