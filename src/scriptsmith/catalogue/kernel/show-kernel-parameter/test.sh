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

echo 65530 >keys/vm.max_map_count
printf '4096\t87380\t6291456\n' >keys/net.ipv4.tcp_rmem
run --root r --key vm.max_map_count
check 'it succeeds' test "$status" -eq 0
check 'the value is shown' grep -qx 'vm.max_map_count = 65530' <<<"$out"
check 'that no file sets it is told' grep -q '^no file sets it' <<<"$out"
check 'and that a program may' grep -q '^note: what programs set when they start' <<<"$out"
mkdir -p r/usr/lib/sysctl.d
echo 'vm.max_map_count=1' >r/usr/lib/sysctl.d/10-x.conf
echo ' vm/max_map_count = 262144  ' >'r/etc/sysctl.d/90 local.conf'
printf '# vm.max_map_count=5\n-vm.swappiness=3\n' >r/etc/sysctl.conf
run --root r --key vm.max_map_count
check 'each file is named' test "$(grep -c '^set to' <<<"$out")" -eq 2
check 'another way to write it is known' grep -qx 'set to "262144" in r/etc/sysctl.d/90 local.conf' <<<"$out"
check 'a difference is told' grep -qx 'DIFFERS: a boot would set it to 262144' <<<"$out"
echo 'vm.max_map_count=65530' >r/etc/sysctl.conf
run --root r --key vm.max_map_count
check 'the last file wins' grep -qx 'the value in force is the configured one' <<<"$out"
check 'where that is so no program is to be thought of' test "$(grep -c '^note' <<<"$out")" -eq 0
echo 'net.ipv4.tcp_rmem = 4096 87380 6291456' >>r/etc/sysctl.conf
run --root r --key net.ipv4.tcp_rmem
check 'several numbers are compared' grep -q 'is the configured one' <<<"$out"
: >r/etc/sysctl.d/10-x.conf
run --root r --key vm.max_map_count
check 'a file is replaced by one of its name in /etc' test "$(grep -c 'usr/lib' <<<"$out")" -eq 0
mkdir -p r/run/systemd/system
run --root r --key vm.max_map_count
check 'where systemd runs sysctl.conf alone is not read' bash -c 'grep -q "^NOT READ AT BOOT.* r/etc/sysctl.conf$" <<<"$1" && grep -qx "DIFFERS: a boot would set it to 262144" <<<"$1"' _ "$out"
ln -s ../sysctl.conf r/etc/sysctl.d/99-sysctl.conf
echo 'vm.max_map_count = 7' >r/etc/sysctl.d/99-zlast.conf
run --root r --key vm.max_map_count
check 'through a link it is, once and in its place' bash -c '[ "$(grep -c "^set to \"65530\"" <<<"$1")" = 1 ] && grep -qx "DIFFERS: a boot would set it to 7" <<<"$1"' _ "$out"
echo 1 >keys/net.ipv4.conf.eth0.rp_filter
echo 'net.ipv4.conf.*.rp_filter = 2' >r/usr/lib/sysctl.d/50-default.conf
run --root r --key net.ipv4.conf.eth0.rp_filter
check 'a pattern sets it too' grep -qx 'DIFFERS: a boot would set it to 2' <<<"$out"
echo 'net.ipv4.conf.eth0.rp_filter = 1' >r/usr/lib/sysctl.d/40-own.conf
run --root r --key net.ipv4.conf.eth0.rp_filter
check 'its own name goes before a pattern' grep -q '^the value in force is the configured one' <<<"$out"
echo '-net.ipv4.conf.eth0.rp_filter' >r/usr/lib/sysctl.d/40-own.conf
run --root r --key net.ipv4.conf.eth0.rp_filter
check 'one that is taken out is set by none' grep -q '^no file sets it' <<<"$out"
ln -s nowhere r/etc/sysctl.d/60-hidden.conf
run --root r --key net.ipv4.conf.eth0.rp_filter
check 'with a file that cannot be read it is not said that none sets it' bash -c 'grep -q "^NOT KNOWN what a boot sets: .* r/etc/sysctl.d/60-hidden.conf$" <<<"$1" && ! grep -q "^no file sets it" <<<"$1"' _ "$out"
rm r/etc/sysctl.d/60-hidden.conf
run --root r --key no.such.key
check 'a parameter that does not exist is refused' test "$status" -eq 3
check 'nothing is written' test -z "$(calls '--write')"
run
check 'a parameter must be named' test "$status" -eq 2
run --key --write
check 'an option is no parameter' test "$status" -eq 2
run --key 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
for each in inotify vm. .vm vm..swappiness; do
  run --key "$each"
  check "a name without a dot between its parts is none: $each" test "$status" -eq 2
done
finish
