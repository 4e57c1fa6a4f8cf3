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
echo 4.18.0-553.16.1.el8_10.x86_64 >running
kernel 4.18.0-553.el8_10.x86_64; kernel 4.18.0-553.16.1.el8_10.x86_64; kernel 4.18.0-553.5.1.el8_10.x86_64
run --root r
check 'the first kernel of a release of Red Hat is not newer than its updates' bash -c '[ "$1" -eq 0 ] && ! grep -q "is older than" <<<"$2"' _ "$status" "$out"
echo 4.18.0-553.el8_10.x86_64 >running
run --root r
check 'an update of it is newer' bash -c '[ "$1" -eq 1 ] && grep -qx "the running kernel is older than 4.18.0-553.16.1.el8_10.x86_64" <<<"$2"' _ "$status" "$out"
rm -r r/lib
run --root r
check 'a host without kernels of its own is no failure' grep -q '^installed kernels: none visible' <<<"$out"
: >running
run --root r
check 'no version is a failure' test "$status" -eq 1
echo 6.1.0-9-amd64 >running
mkdir bin; for tool in bash sort sed stat; do ln -s "$(command -v $tool)" bin/; done; cp .stubs/uname bin/; ln -s "$(command -v cat)" bin/
booted=$(sed -n 's/^btime //p' /proc/stat)
rpm_host() { # NAME SECONDS-AFTER-THE-BOOT
  printf '#!/bin/bash\n[ "$*" = "--query --all --queryformat %%{NAME} %%{INSTALLTIME}\\n" ] && [ ! -e .broken ] || exit 1\nprintf "%s %d\\nbash %d\\n"\n' "$1" $((booted + $2)) $((booted + 99)) >bin/rpm
  chmod +x bin/rpm
  status=0; out=$(PATH=$PWD/bin bash "$SCRIPT" 2>err </dev/null) || status=$?
}
mkdir -p /lib/modules/6.1.0-9-amd64 /boot && : >/boot/vmlinuz-6.1.0-9-amd64
rpm_host glibc 60
check 'a libc of RPM that was installed since the boot is a need' bash -c '[ "$1" = 1 ] && grep -qx "installed since the boot: glibc" <<<"$2"' _ "$status" "$out"
check 'a shell is none' test "$(grep -c 'since the boot: bash' <<<"$out")" -eq 0
rm /boot/vmlinuz-6.1.0-9-amd64; rpm_host glibc 60
check 'a container, which has no kernel, is asked for no reboot' bash -c '[ "$1" = 0 ] && ! grep -q "since the boot" <<<"$2"' _ "$status" "$out"
: >/boot/vmlinuz-6.1.0-9-amd64; rpm_host glibc -60
check 'one of before the boot is none' bash -c '! grep -q "since the boot" <<<"$1"' _ "$out"
touch .broken; rpm_host glibc 0
check 'rpm that does not tell is a failure' test "$status:$(cat err)" = '1:check-reboot-needed: rpm does not tell its packages'
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
