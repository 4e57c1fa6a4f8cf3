#!/usr/bin/env bash
. "$HARNESS"
use redis

limit() { redis-cli config get maxmemory | tail -n 1; }
run --size 100 --dry-run
check 'a dry run says what it would set' grep -Eqx 'would set: 100 MiB \(now no limit, [0-9]+ MiB used\)' <<<"$out"
check 'a dry run sets nothing' test "$(limit)" = 0
run --size 100
check 'it succeeds' test "$status:$(limit)" = 0:104857600
check 'before and after are told' grep -Eqx 'set: 100 MiB \(before: no limit\), [0-9]+ MiB used, until the next restart' <<<"$out"
check 'and how it is undone' grep -qx 'undo: redis-cli -h 127.0.0.1 -p 6379 CONFIG SET maxmemory 0' <<<"$out"
run --size 100
check 'a second run has nothing to do' test "$out" = 'set already: 100 MiB'
redis-cli config set maxmemory 54321000 >/dev/null
run --size 90
check 'a former limit of any size can be set again' grep -qx 'undo: redis-cli -h 127.0.0.1 -p 6379 CONFIG SET maxmemory 54321000' <<<"$out"
redis-cli eval 'redis.call("SET", "big", string.rep("x", 30000000))' 0 >/dev/null
run --size 20
check 'less than the data take is refused' test "$status" -eq 3
check 'with what they take' grep -Eq 'the data take (2[89]|3[0-9]) MiB now, more than 20 MiB' <<<"$err"
run --size 9000000
check 'more than the host has too' test "$status" -eq 3
check 'none of these sets anything' test "$(limit)" = 94371840
check 'and no key is gone' test "$(redis-cli exists big)" = 1
redis-server --port 6380 --daemonize yes --dir /tmp --save '' --replicaof 127.0.0.1 6379 >/dev/null
await redis-cli -p 6380 ping
run --size 80 --port 6380
check 'of a replica it is told that it ignores the limit' test "$status:$(grep -c '^warning: 127.0.0.1 port 6380 is a replica: .*(here: yes) it ignores this limit' <<<"$err")" = 0:1
redis-cli -p 6380 config set replica-ignore-maxmemory no >/dev/null
run --size 85 --port 6380
check 'or that it heeds it, if it does' test "$status:$(grep -c '^warning: .*(here: no) .*evicts keys' <<<"$err")" = 0:1
redis-cli acl setuser default '-config|set' >/dev/null
run --size 70
check 'a login without the right is refused' test "$status:$(limit)" = 3:94371840
finish
