#!/usr/bin/env bash
. "$HARNESS"
use redis

run
check 'without keys it says so' grep -qx 'there are no keys' <<<"$out"
redis-cli mset a 1 b 2 c 3 >/dev/null
redis-cli set d 4 ex 1000 >/dev/null
redis-cli -n 7 set e 5 ex 500 >/dev/null
averaged() { redis-cli info keyspace | grep -Eq '^db7:.*avg_ttl=[1-9]'; }
await averaged
run
row() { tr -s ' ' <<<"$out" | sed 's/^ //' | grep "^$1 "; }
check 'it succeeds' test "$status" -eq 0
check 'keys, and those that never expire' grep -Eqx '0 4 3 (9[0-9]{2}|1000)' <<<"$(row 0)"
check 'another database apart, with the time its keys have left' grep -Eqx '7 1 0 (4[0-9]{2}|500)' <<<"$(row 7)"
check 'all are counted' grep -qx '5 keys in 2 databases' <<<"$out"
check 'expired and evicted are told' grep -qx 'since the start: 0 expired, 0 evicted' <<<"$out"
redis-cli eval 'for i = 1, 50000 do redis.call("set", "k" .. i, i) end' 0 >/dev/null
redis-cli save >/dev/null
(redis-server --daemonize yes --port 6380 --dir /var/lib/redis --key-load-delay 200 --loading-process-events-interval-bytes 1024 >/dev/null)
loads() { [[ $(redis-cli -p 6380 info persistence) == *loading:1* ]]; }
await loads
run --port 6380
check 'a server that still loads its data is refused' test "$status:$out" = 3:
redis-cli -p 6380 shutdown nosave force >/dev/null 2>&1
(cd /tmp && redis-server --daemonize yes --port 6381 --cluster-enabled yes --dir /tmp >/dev/null)
await redis-cli -p 6381 ping
run --port 6381
check 'a node of a cluster is told' grep -q '^note: this is one node of a cluster' <<<"$out"
redis-cli -p 6381 shutdown nosave >/dev/null 2>&1
redis-cli config set requirepass x >/dev/null
run
check 'without the password it is refused' test "$status" -eq 3
finish
