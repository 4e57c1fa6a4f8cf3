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
run --key no.such.key
check 'one that does not exist is refused' test "$status" -eq 3
finish
