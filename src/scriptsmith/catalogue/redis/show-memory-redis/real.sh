#!/usr/bin/env bash
. "$HARNESS"
use redis

field() { redis-cli info memory | tr -d '\r' | sed -n "s/^$1://p"; }
run
check 'it succeeds' test "$status" -eq 0
check 'what is used is told' grep -Eq '^used: [0-9.]+[KM] \(at most [0-9.]+[KM], process [0-9.]+M\)$' <<<"$out"
check 'without a limit it names what the host has' grep -qx "limit: none of its own; the host has $(field total_system_memory_human), its container or service may be allowed less" <<<"$out"
redis-cli eval 'redis.call("SET", "big", string.rep("x", 30000000))' 0 >/dev/null
redis-cli config set maxmemory 100mb >/dev/null
percent=$(($(field used_memory) * 100 / 104857600))
run
check 'the limit and how much of it is used' grep -Eqx "limit: 100\.00M, ($percent|$((percent + 1))|$((percent - 1))) percent used" <<<"$out"
check 'it is what the data take' test "$percent" -ge 28
check 'at the limit writes are refused' grep -qx 'at the limit: noeviction, writes are refused' <<<"$out"
redis-cli config set maxmemory-policy allkeys-lru >/dev/null
run
check 'or keys evicted' grep -qx 'at the limit: allkeys-lru, keys are evicted' <<<"$out"
redis-cli config set maxmemory-policy volatile-ttl >/dev/null
run
check 'or those that expire, as long as there are any' grep -q '^at the limit: volatile-ttl, keys with an expiry are evicted; with none left writes are refused$' <<<"$out"
check 'the peak is no less' grep -Eq 'at most (2[89]|3[0-9])\.[0-9]+M' <<<"$out"
redis-cli config set maxmemory-policy allkeys-lru maxmemory 10mb >/dev/null
gone() { [ "$(redis-cli exists big)" = 0 ]; }
await gone
run
check 'evicted keys are counted' grep -Eq '^evicted keys since the start: [1-9]' <<<"$out"
redis-cli replicaof 127.0.0.1 6999 >/dev/null
run
check 'that a replica leaves it to its master is told' grep -q '^note: a replica leaves' <<<"$out"
run --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
finish
