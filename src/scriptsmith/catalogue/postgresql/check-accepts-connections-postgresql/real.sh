#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica

run
check 'a server that accepts connections is up' grep -q '^up: local port 5432 (PostgreSQL 15\..*, a primary; connection slots free for ordinary roles: 97)$' <<<"$out"
run --port 5433
check 'a standby is told apart' grep -q '^up: local port 5433 (PostgreSQL 15\..*, a standby; connection slots free for ordinary roles: 97)$' <<<"$out"
PGPORT=5433 run
check 'PGPORT counts' grep -q '^up: local port 5433 .* a standby; .*)$' <<<"$out"
PGUSER=nobody run
check 'a server that refuses the login is up' grep -q '^up: .*this login is refused: .*Peer authentication failed.*; a pooler would refuse it, too' <<<"$out"
PGDATABASE=absent run
check 'so is one without that database' test "$status" -eq 0
run --host ::1
check 'so is one that wants a password, over IPv6 too' grep -q '^up: ::1 port 5432 (this login is refused: ' <<<"$out"
run --port 5999
check 'where nothing listens it fails' test "$status" -eq 1
check 'and says where a server may be all the same' grep -q 'no server has its socket there; .* is asked at localhost' <<<"$err"
run --host 127.0.0.1 --port 5999
check 'and says so' grep -q 'nothing listens there' <<<"$err"
PGHOSTADDR=192.0.2.1 run --host 127.0.0.1 --timeout 2
check 'an address in the environment is not asked in place of the host that is named' test "$status" -eq 0
run --host no-such-host.invalid
check 'a name that does not resolve fails' grep -q 'does not resolve' <<<"$err"

echo 'hot_standby = off' >>"/etc/postgresql/$version/standby/postgresql.conf"
(pg_ctlcluster "$version" standby restart >/dev/null 2>&1 &)
refuses() { [[ $(psql -p 5433 -d postgres -c 'SELECT 1' 2>&1) == *'not accepting connections'* ]]; }
await refuses
run --port 5433
check 'a standby that lets nobody read takes no connections' test "$status" -eq 1
check 'and it runs' grep -q 'runs and takes no connections' <<<"$err"

psql -qAt -d postgres -c "ALTER SYSTEM SET max_connections = 5" -c "ALTER SYSTEM SET max_wal_senders = 2"
pg_ctlcluster "$version" main restart
await psql -qAt -d postgres -c 'SELECT 1'
for _ in 1 2 3 4; do (psql -U clerk -d shop -c 'SELECT pg_sleep(60)' >/dev/null 2>&1 &) done
full() { [[ $(psql -U clerk -d shop -c 'SELECT 1' 2>&1) == *'connection slots are reserved'* ]]; }
await full
PGUSER=clerk run
check 'a server without a free slot fails' test "$status" -eq 1
check 'and that is why' grep -q 'no connection slot left' <<<"$err"
run
check 'also for a superuser, who gets a reserved one' test "$status:$(grep -c 'no connection slot left for ordinary roles' <<<"$err")" = 1:1
psql -qAt -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = (SELECT max(pid) FROM pg_stat_activity WHERE usename = 'clerk')" >/dev/null
one_free() { psql -U clerk -d shop -c 'SELECT 1'; }
await one_free
run
check 'the last free one is counted' test "$status:$(grep -c 'slots free for ordinary roles: 1)$' <<<"$out")" = 0:1
PGUSER=clerk run
check 'an ordinary role learns by itself' test "$status:$(grep -c ', a primary)$' <<<"$out")" = 0:1
# A server that speaks another language.
localedef -i de_DE -f UTF-8 de_DE.UTF-8
psql -qAt -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk'" >/dev/null
echo "lc_messages = 'de_DE.UTF-8'" >>"/etc/postgresql/$version/main/postgresql.conf"
pg_ctlcluster "$version" main restart
german() { [[ $(psql -d absent -c 'SELECT 1' 2>&1) == *'existiert nicht'* ]]; }
await german
PGDATABASE=absent run
check 'one that is refused in another language is up' grep -q '^up: .*this login is refused: .*existiert nicht' <<<"$out"
PGUSER=nobody run
check 'whatever it is refused for' grep -q '^up: .*this login is refused: .*Peer-Authentifizierung' <<<"$out"
for _ in 1 2 3 4; do (psql -U clerk -d shop -c 'SELECT pg_sleep(60)' >/dev/null 2>&1 &) done
crowded() { [[ $(psql -U clerk -d shop -c 'SELECT 1' 2>&1) == *'Verbindungen'* ]]; }
await crowded
PGUSER=clerk run
check 'but not one without a free slot' test "$status:$(grep -c 'gives no session' <<<"$err")" = 1:1
echo "lc_messages = 'de_DE.UTF-8'" >>"/etc/postgresql/$version/standby/postgresql.conf"
(pg_ctlcluster "$version" standby restart >/dev/null 2>&1 &)
refuses_in_german() { [[ $(psql -p 5433 -d postgres -c 'SELECT 1' 2>&1) == *'nimmt keine Verbindungen an'* ]]; }
await refuses_in_german
run --port 5433
check 'nor one that takes nobody' test "$status:$(grep -c 'runs and takes no connections' <<<"$err")" = 1:1
kill -STOP "$(head -1 "/var/lib/postgresql/$version/main/postmaster.pid")"
run --host 127.0.0.1 --timeout 2
kill -CONT "$(head -1 "/var/lib/postgresql/$version/main/postmaster.pid")"
check 'a server that is silent fails' test "$status" -eq 1
finish
