#!/usr/bin/env bash
# packages: unattended-upgrades rpm
. "$HARNESS"
use packages
running=$(uname -r)
touch -d 2000-01-01 /var/lib/dpkg/info/*.list # this machine may be younger than the boot of its kernel
run
check 'a fresh machine needs none' bash -c '[ "$1" -eq 0 ] && grep -qx "no reboot is needed" <<<"$2"' _ "$status" "$out"
check 'the running kernel is told' grep -qx "running kernel: $running" <<<"$out"
kernel() { mkdir -p "/lib/modules/$1" /boot && : >"/boot/vmlinuz-$1"; }
kernel "$running"
run
check 'the running kernel itself is none to change for' test "$status" -eq 0
kernel "999.0-1-other-kind"
run
check 'a newer kernel of another kind is told, and none' bash -c '[ "$1" -eq 0 ] && grep -qx "newest installed kernel: 999.0-1-other-kind" <<<"$2"' _ "$status" "$out"
newer="999.$running"
kernel "$newer"
run
check 'a newer kernel of the same kind needs one' bash -c '[ "$1" -eq 1 ] && grep -qx "the running kernel is older than $3" <<<"$2"' _ "$status" "$out" "$newer"
rm -r "/boot/vmlinuz-$newer" "/lib/modules/$newer"
for newest in 999.0.0-1160.el7.x86_64 999.0.0-1160.9.1.el7.x86_64 999.0.0-1160.119.1.el7.x86_64; do
  kernel "$newest"
  run
  check "the newest is the one that rpm takes for it: $newest" grep -qx "newest installed kernel: $newest" <<<"$out"
done
rm -r /boot/vmlinuz-999* /lib/modules/999*
touch /var/lib/dpkg/info/libc6*.list
run
check 'a new C library of Debian, which leaves no mark, needs one' bash -c '[ "$1" -eq 1 ] && grep -qx "installed since the boot: libc6" <<<"$2"' _ "$status" "$out"
mkdir -p /usr/share/update-notifier && printf '#!/bin/sh\n' >/usr/share/update-notifier/notify-reboot-required && chmod 755 /usr/share/update-notifier/*
run
check 'but where packages can leave a mark only that counts' test "$status" -eq 0
rm -r /usr/share/update-notifier
touch -d 2000-01-01 /var/lib/dpkg/info/libc6*.list
# What the hook of unattended-upgrades writes after a kernel was installed.
DPKG_MAINTSCRIPT_PACKAGE=linux-image-6.1.0-99-amd64 sh /etc/kernel/postinst.d/unattended-upgrades 6.1.0-99-amd64
run
check 'the mark that a package of Debian leaves needs one' bash -c '[ "$1" -eq 1 ] && grep -q "^a package asks for a reboot" <<<"$2"' _ "$status" "$out"
check 'the package is named' grep -qx '  linux-image-6.1.0-99-amd64' <<<"$out"
rm -f /run/reboot-required*
# A kernel of Debian that was replaced under its own name.
echo "Linux version $running (debian-kernel@lists.debian.org) #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)" >/run/version
mount --bind /run/version /proc/version
package stable "linux-image-$running" 6.1.76-1
package stable "linux-image-$running" 6.1.82-1
publish
have "linux-image-$running=6.1.76-1"
run
check 'the build that runs is the installed one: none' test "$status" -eq 0
have "linux-image-$running"
run
check 'an update that keeps the name needs one' bash -c '[ "$1" -eq 1 ] && grep -qx "the running kernel was built as 6.1.76-1, and its package is at 6.1.82-1 now" <<<"$2"' _ "$status" "$out"
use rpm
without_dpkg
rpm_package other 1
run
check 'another package of RPM needs none' bash -c '[ "$1" -eq 0 ] && ! grep -q "since the boot" <<<"$2"' _ "$status" "$out"
rpm_package glibc 2
run
check 'a new libc of RPM needs one' bash -c '[ "$1" -eq 1 ] && grep -qx "installed since the boot: glibc" <<<"$2"' _ "$status" "$out"
finish
