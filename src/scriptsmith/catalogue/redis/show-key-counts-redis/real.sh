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
redis-cli config set requirepass x >/dev/null
run
check 'without the password it is refused' test "$status" -eq 3
finish
