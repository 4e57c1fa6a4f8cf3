#!/usr/bin/env bash
. "$HARNESS"
use redis-replica

role() { redis-cli -p "$1" info replication | tr -d '\r' | sed -n 's/^role://p'; }
redis-cli set a 1 >/dev/null
await redis-cli -p 6380 get a
run --host 127.0.0.1 --port 6380
check 'while its master is alive it is refused' test "$status:$(role 6380)" = 3:slave
run --host 127.0.0.1
check 'a master has nothing to do' test "$status:$(grep -c '^nothing to promote' <<<"$out")" = 0:1
printf 'port 6381\ndaemonize yes\nreplicaof 127.0.0.1 6379\nsave ""\n' >/etc/redis/third.conf
mkdir -p /var/lib/third && (cd /var/lib/third && redis-server /etc/redis/third.conf >/dev/null)
third() { redis-cli -p 6381 info replication | grep -q '^master_link_status:up'; }
await third
lost() { redis-cli -p 6380 info replication | grep -q '^master_link_status:down'; }
redis-cli config set requirepass secret >/dev/null
redis-cli --no-auth-warning -a secret client kill type replica >/dev/null
await lost
run --host 127.0.0.1 --port 6380
check 'a master that answers without a link is alive' test "$status:$(role 6380)" = 3:slave
redis-cli --no-auth-warning -a secret config set requirepass '' >/dev/null
await third
redis-cli -p 6380 config set repl-timeout 2 >/dev/null
master=$(redis-cli info server | tr -d '\r' | sed -n 's/^process_id://p')
kill -STOP "$master"
await lost
run --host 127.0.0.1 --port 6380
check 'a master that hangs may come back' bash -c '[ "$1" = 3:slave ] && grep -q "takes connections" <<<"$2"' _ "$status:$(role 6380)" "$err"
kill -CONT "$master"
await third
redis-cli shutdown nosave
down() { redis-cli -p "$1" info replication | grep -q '^master_link_status:down'; }
await down 6380
await down 6381
redis-cli -p 6380 replicaof elsewhere.invalid 6379 >/dev/null
run --host 127.0.0.1 --port 6380
check 'a master whose name is not known here may be alive' test "$status:$(role 6380)" = 3:slave
redis-cli -p 6380 replicaof 127.0.0.1 6379 >/dev/null
printf 'port 26379\ndaemonize yes\nsentinel monitor main 127.0.0.1 6380 1\n' >/etc/redis/watch.conf
redis-sentinel /etc/redis/watch.conf >/dev/null 2>&1 || redis-server /etc/redis/watch.conf --sentinel >/dev/null
await down 6380
watched() { redis-cli -p 6380 client list | grep -q 'name=sentinel-'; }
await watched
run --host 127.0.0.1 --port 6380
check 'what Sentinel watches is refused' bash -c '[ "$1" = 3:slave ] && grep -q Sentinel <<<"$2"' _ "$status:$(role 6380)" "$err"
redis-cli -p 26379 shutdown nosave
unwatched() { ! watched; }
await unwatched
run --host 127.0.0.1 --port 6380 --dry-run
check 'a dry run promotes nothing' test "$status:$(role 6380)" = 0:slave
check 'its keys are counted' grep -Eq 'link down, for [0-9]+ s, so its data are at least that old, 1 keys$' <<<"$out"
run --host 127.0.0.1 --port 6380
check 'it is a master' test "$status:$(role 6380)" = 0:master
check 'it takes writes' test "$(redis-cli -p 6380 set b 2)" = OK
check 'without a configuration file that is told' grep -q '^warning: its configuration is not written' <<<"$err"
redis-cli -p 6381 config set min-replicas-to-write 1 >/dev/null
run --host 127.0.0.1 --port 6381
check 'that it takes no writes without replicas is told' test "$(grep -c '^note: min-replicas-to-write is set' <<<"$out"):$(redis-cli -p 6381 set c 3 2>&1 | grep -c NOREPLICAS)" = 1:1
check 'with one it is written there' test "$status:$(grep -c '^replicaof' /etc/redis/third.conf)" = 0:0
undo=$(sed -n 's/^undo: //p' <<<"$out")
bash -c "$undo" >/dev/null
check 'the undo makes it a replica again, also after a restart' test "$(role 6381):$(grep -c '^replicaof 127.0.0.1 6379' /etc/redis/third.conf)" = slave:1
run --host 127.0.0.1 --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
finish
