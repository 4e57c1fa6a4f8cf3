#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run --key kernel.ostype
check 'the value in force' bash -c '[ "$1" = 0 ] && grep -q Linux <<<"$2"' _ "$status" "$out"
echo 'net.core.somaxconn = 1234' >/etc/sysctl.d/10-first.conf
echo 'net/core/somaxconn=2345' >/etc/sysctl.d/20-second.conf
run --key net.core.somaxconn
check 'the value of the kernel' grep -q "$(sysctl -n net.core.somaxconn)" <<<"$out"
check 'each file that sets it' bash -c 'grep -q 10-first.conf <<<"$1" && grep -q 20-second.conf <<<"$1"' _ "$out"
echo 'net.ipv4.conf.*.rp_filter = 2' >/etc/sysctl.d/10-first.conf
sysctl --quiet --write net.ipv4.conf.lo.rp_filter=0
run --key net.ipv4.conf.lo.rp_filter
check 'a pattern that sets it is named' grep -q '^set to "2" in /etc/sysctl.d/10-first.conf' <<<"$out"
sysctl --quiet --load=/etc/sysctl.d/10-first.conf
check 'and does so' test "$(sysctl -n net.ipv4.conf.lo.rp_filter)" = 2
useradd guest && chmod 600 /etc/sysctl.d/*.conf
out=$(su guest -s /bin/bash -c "bash $SCRIPT --key net.core.somaxconn")
check 'another user than root is told which files were not read' bash -c 'grep -q "^NOT KNOWN what a boot sets: .* /etc/sysctl.d/20-second.conf" <<<"$1" && ! grep -q "^no file sets it" <<<"$1"' _ "$out"
run --key no.such.key
check 'one that does not exist is refused' test "$status" -eq 3
finish
