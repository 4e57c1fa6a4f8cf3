#!/usr/bin/env bash
. "$HARNESS"
use redis-replica

run
check 'a master with a replica succeeds' test "$status" -eq 0
check 'it is a master' grep -qx 'master, 1 replicas connected' <<<"$out"
check 'the replica and how far it is behind are told' grep -Eqx 'replica 127\.0\.0\.1 port 6380: online, last heard of [01] s ago, [0-9]+ bytes behind' <<<"$out"
run --port 6380
check 'a replica whose link is up succeeds' test "$status" -eq 0
check 'its master is told' grep -Eqx 'replica of 127\.0\.0\.1 port 6379: link up, last traffic [0-9]+ s ago' <<<"$out"
kill -STOP "$(pgrep -f 'redis-server.*:6380')"
redis-cli eval 'for i = 1, 10 do redis.call("SET", "k" .. i, string.rep("x", 1000)) end' 0 >/dev/null
silent() { redis-cli info replication | grep -Eq '^slave0:.*lag=(1[1-9]|[2-9][0-9])'; }
await silent
run
check 'a replica that has been silent for long is a failure' test "$status" -eq 1
check 'what it lacks is counted' grep -Eq 'last heard of [1-9][0-9] s ago, 1[0-9]{4} bytes behind$' <<<"$out"
kill -CONT "$(pgrep -f 'redis-server.*:6380')"
await in_step
redis-cli -p 6380 replicaof 127.0.0.1 6999 >/dev/null
run --port 6380
check 'a replica whose link is down is a failure' test "$status" -eq 1
check 'and says so' grep -q 'the link to the master is down' <<<"$err"
check 'that nothing came before is not told' grep -q 'link down, no traffic$' <<<"$out"
run
check 'a master without replicas says so' grep -qx 'master, 0 replicas connected' <<<"$out"
run --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
finish
