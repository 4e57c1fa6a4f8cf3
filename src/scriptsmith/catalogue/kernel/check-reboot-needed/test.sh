#!/usr/bin/env bash
. "$HARNESS"

stub uname <<<'[ "$*" = -r ] && cat running'
kernel() { mkdir -p "r/lib/modules/$1" r/boot; : >"r/boot/vmlinuz-$1"; }
echo 6.1.0-9-amd64 >running
kernel 6.1.0-9-amd64; kernel 6.1.0-8-amd64
kernel 6.1.0-30-cloud-amd64; kernel 6.1.0-31-rt-amd64; kernel 6.5.0-0.deb11.2-amd64+x
mkdir -p r/lib/modules/6.1.0-99-amd64
run --root r
check 'no need succeeds' test "$status" -eq 0
check 'and is said' grep -qx 'no reboot is needed' <<<"$out"
check 'the running kernel is told' grep -qx 'running kernel: 6.1.0-9-amd64' <<<"$out"
check 'one without its image does not count' test "$(grep -c 6.1.0-99 <<<"$out")" -eq 0
kernel 6.1.0-10-amd64
run --root r
check 'a newer kernel is a need' test "$status" -eq 1
check 'by version, not by letter' grep -qx 'the running kernel is older than 6.1.0-10-amd64' <<<"$out"
check 'it is said last' test "$(tail -n 1 <<<"$out")" = 'REBOOT NEEDED'
echo 6.1.0-10-amd64 >running
mkdir -p r/var/run
: >r/var/run/reboot-required
printf 'libc6\nlinux-image\nlibc6\n$(touch pwned)\n' >r/var/run/reboot-required.pkgs
run --root r
check 'the mark of a package is a need' test "$status" -eq 1
check 'the packages are named once' test "$(grep -cx '  libc6' <<<"$out")" -eq 1
rm r/var/run/*
rm -r r/lib
run --root r
check 'a host without kernels of its own is no failure' grep -q '^installed kernels: none visible' <<<"$out"
: >running
run --root r
check 'no version is a failure' test "$status" -eq 1
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
