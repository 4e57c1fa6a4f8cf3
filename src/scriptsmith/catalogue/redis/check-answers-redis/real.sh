#!/usr/bin/env bash
# packages: iproute2
. "$HARNESS"
use redis-replica

run
check 'a server that answers is up' grep -Eqx 'up: 127.0.0.1 port 6379 answered within [0-9]+ ms' <<<"$out"
run --host ::1
check 'over IPv6 too' test "$status" -eq 0
ip link set lo up; ip address add 192.0.2.10/32 dev lo
redis-cli config set bind '127.0.0.1 ::1 192.0.2.10' >/dev/null
run --host 192.0.2.10
check 'one in protected mode is up' grep -q 'refuses this login: DENIED' <<<"$out"
REDISCLI_AUTH=any run
check 'one that needs no password is up, whichever is given' test "$status:$(grep -c 'answered within [0-9]* ms, and needs no password: AUTH failed' <<<"$out")" = 0:1
redis-cli config set requirepass secret >/dev/null
run
check 'one that wants a password is up' test "$status" -eq 0
check 'and that is said' grep -q 'refuses this login: NOAUTH' <<<"$out"
REDISCLI_AUTH=wrong run
check 'one that wants another too' grep -q 'refuses this login: AUTH failed' <<<"$out"
REDISCLI_AUTH=secret run
check 'with the password it answers' grep -q 'answered within' <<<"$out"
run --port 6399
check 'where nothing listens it fails' test "$status" -eq 1
run --host no-such-host.invalid
check 'so does a name that does not resolve' test "$status" -eq 1

redis-server --port 6381 --daemonize yes --dir /tmp --save '' >/dev/null
await redis-cli -p 6381 ping
redis-cli -p 6381 config set maxclients 1 >/dev/null
(redis-cli -p 6381 subscribe news >/dev/null 2>&1 &)
full() { redis-cli -p 6381 ping | grep -q 'max number of clients'; }
await full
run --port 6381
check 'one that takes no more clients does not serve' test "$status:$(grep -c 'runs and takes no more clients' <<<"$err")" = 1:1
redis-cli -p 6380 config set replica-serve-stale-data no >/dev/null
redis-cli -p 6380 replicaof 127.0.0.1 6999 >/dev/null
run --port 6380
check 'a replica that has lost its master does not serve' test "$status" -eq 1
check 'and it runs' grep -q 'has lost its master: MASTERDOWN' <<<"$err"
redis-cli -p 6380 replicaof no one >/dev/null
redis-cli -p 6380 config set save '60 1' >/dev/null
redis-cli -p 6380 set a 1 >/dev/null
rm -rf /var/lib/redis-replica
redis-cli -p 6380 bgsave >/dev/null
broken() { redis-cli -p 6380 ping | grep -q MISCONF; }
await broken
run --port 6380
check 'one that cannot save does not serve' test "$status" -eq 1
check 'and it runs too' grep -q 'refuses writes, for it cannot save: MISCONF' <<<"$err"
redis-cli -p 6380 config set save '' busy-reply-threshold 100 >/dev/null
(redis-cli -p 6380 eval 'while true do end' 0 >/dev/null 2>&1 &)
busy() { timeout 3 redis-cli -p 6380 ping | grep -q BUSY; }
await busy
run --port 6380
check 'one that a script holds up does not serve' grep -q 'is held up by a script: BUSY' <<<"$err"
kill -STOP "$(pgrep -f ':6380')"
run --port 6380 --timeout 1
check 'a server that is silent fails' grep -q 'no answer within 1 s' <<<"$err"
finish
