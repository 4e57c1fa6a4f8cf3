#!/usr/bin/env bash
. "$HARNESS"
# packages: iproute2
printf '[mysqld]\nbind_address=*\n' >/etc/mysql/mariadb.conf.d/99-wide.cnf
use mariadb-sessions

session one clerk
session two clerk
say two 'SELECT SLEEP(300);'
await does two Query
db "SET GLOBAL max_connections = 20; CREATE USER far@'%' IDENTIFIED BY 'f'; GRANT USAGE ON *.* TO far@'%'"
connected() { [ "$(db "SHOW GLOBAL STATUS LIKE 'Threads_connected'" | cut -f2)" = 3 ]; }
await connected
run
check 'it succeeds' test "$status" -eq 0
check 'those in use and the limit are told' grep -Eq '^3 of 20 connections in use \(15 percent\), [12] of them busy$' <<<"$out"
check 'most and refused are told' grep -Eq '^at most since the start: [3-9]; refused for lack of a free one: 0$' <<<"$out"
check 'a limit that was not reached is not' test -z "$(grep 'has been reached' <<<"$out")"
check 'who holds them, and how many are idle' grep -Eq '^ +2 +1  clerk +localhost \(2\)$' <<<"$out"
for at in 2 3 4 5; do
  ip address add "10.9.0.$at/32" dev lo
  mariadb --no-defaults -u far -pf -h "10.9.0.$at" -e 'SELECT SLEEP(600)' >/dev/null 2>&1 &
done
four() { [ "$(db "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'far'")" = 4 ]; }
await four
run
check 'an account on many hosts is one group' grep -Eq '^ +4 +0  far +10\.9\.0\.2 \(1\), 10\.9\.0\.3 \(1\), 10\.9\.0\.4 \(1\), \.\.\. of 4 hosts$' <<<"$out"
db 'KILL USER far'
await connected
waiting=()
refused() { [[ $(mariadb --no-defaults -u clerk shop -e 'SELECT 1' 2>&1) == *'Too many connections'* ]]; }
until refused || [ "${#waiting[@]}" -gt 60 ]; do
  mariadb --no-defaults -u clerk shop -e 'SELECT SLEEP(60)' >/dev/null 2>&1 &
  waiting+=("$!")
done
run
check 'that the limit was reached is told, though MariaDB does not count this refusal' grep -q '^the limit has been reached since the start' <<<"$out"
login clerk
kill "${waiting[@]}"
await connected
run
check 'an account that sees only its own sessions is refused' test "$status" -eq 3
check 'and lists none' test -z "$out"
finish
