#!/usr/bin/env bash
# packages: coreutils
. "$HARNESS"
ran_on coreutils "$(dpkg-query --show --showformat '${Version}' coreutils)"
running=$(uname -r)
run
check 'an empty /boot is told' bash -c '[ "$1" -eq 0 ] && grep -q "no kernel lies in /boot" <<<"$2"' _ "$status" "$out"
mount -t tmpfs -o size=100m boot /boot
kernel() { # VERSION MIB [INITRD-NAME]
  head -c "$2M" /dev/zero >"/boot/vmlinuz-$1" && head -c 1M /dev/zero >"/boot/${3-initrd.img-$1}" && : >"/boot/config-$1"
}
kernel 6.1.0-9-amd64 5 && kernel 6.1.0-10-amd64 6 && kernel 6.1.0-10-cloud-amd64 2 && kernel "$running" 3 "initramfs-$running.img"
mkdir -p /lib/modules/6.1.0-10-amd64 "/lib/modules/$running"
touch -d 2024-02-03 /boot/vmlinuz-6.1.0-9-amd64
rows() { sed -n '2,5s/  */ /gp' <<<"$out"; }
run
check 'it succeeds' test "$status" -eq 0
check 'each is told with size, date and whether its modules are there' grep -qx ' 6 MiB 2024-02-03 missing 6.1.0-9-amd64' <<<"$(rows)"
check 'files of another kernel do not count to its size' grep -Eqx ' 7 MiB [-0-9]* there 6.1.0-10-amd64' <<<"$(rows)"
check 'the running one is marked, its initramfs of Red Hat is found' grep -Eqx " 4 MiB [-0-9]* there $running( \(newest\))? <- running" <<<"$(rows)"
check 'the newest stands first and alone is called so' test "$(rows | grep -c '(newest)'):$(rows | sed -n 1p | grep -c '(newest)')" = 1:1
check '10 is newer than 9' bash -c 'grep -n 6.1.0-10-amd64 <<<"$1" | cut -d: -f1 | { read -r a; [ "$a" -lt "$(grep -n 6.1.0-9-amd64 <<<"$1" | cut -d: -f1)" ]; }' _ "$out"
check 'the sum is told' grep -qx '4 kernels take 20 MiB' <<<"$out"
check 'and what is left, as df says it' grep -qx "file system /boot: $(df -h --output=avail /boot | sed -n '2s/ //gp') left, $(df --output=pcent /boot | sed -n '2s/ //gp') full" <<<"$out"
rm "/boot/vmlinuz-$running"
run
check 'a running kernel that is not among them is told' grep -q "^note: the running kernel $running is not among them" <<<"$out"
chmod 700 /boot
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
check 'where /boot cannot be looked into it is refused' test "$status:$(grep -c 'cannot be looked into' .err)" = 3:1
finish
