#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/security/limits.d /etc/sysctl.d
  printf '%s\n' '#*               soft    core            0' '*  soft  core  unlimited' '@dev - core 100000' '@core hard nproc 50' 'ftp hard nproc 0' >/etc/security/limits.conf
}

after() {
  check 'users dump none' grep -Eqx '\* +hard +core +0' /etc/security/limits.d/10-core.conf
  check 'no other limit is in force' test "$(cat /etc/security/limits.conf)" = $'#*               soft    core            0\n@core hard nproc 50\nftp hard nproc 0'
  check 'programs of root dump none' grep -Eqx 'fs\.suid_dumpable *= *0' /etc/sysctl.d/50-core.conf
}
