#!/usr/bin/env bash
. "$HARNESS"
use redis

run
check 'without lookups it says so' grep -qx 'hit ratio since the start or a reset: no lookups' <<<"$out"
redis-cli set a 1 >/dev/null
for _ in 1 2; do redis-cli get a >/dev/null; done
redis-cli get none >/dev/null
redis-cli set short 1 px 1 >/dev/null
expired() { [ "$(redis-cli exists short)" = 0 ]; }
await expired
hits=$(redis-cli info stats | tr -d '\r' | sed -n 's/^keyspace_hits://p') misses=$(redis-cli info stats | tr -d '\r' | sed -n 's/^keyspace_misses://p')
run
check 'it succeeds' test "$status" -eq 0
check 'hits, misses and their share are told' grep -qx "hit ratio since the start or a reset: $(awk -v h="$hits" -v m="$misses" 'BEGIN { printf "%.1f", int(h * 1000 / (h + m)) / 10 }') percent ($hits hits, $misses misses)" <<<"$out"
check 'there were both' test "$hits:$((misses > 0))" = 2:1
check 'expired keys are counted' grep -qx 'keys: 1 expired, 0 evicted' <<<"$out"
redis-cli config set maxmemory-policy allkeys-lru maxmemory 1 >/dev/null
redis-cli ping >/dev/null
redis-cli set b 1 >/dev/null
run
check 'evicted ones too' grep -Eq '^keys: 1 expired, [1-9][0-9]* evicted$' <<<"$out"
check 'how busy it is' grep -Eq '^commands: [0-9]+ a second now, [1-9][0-9]* in all$' <<<"$out"
redis-cli config set maxmemory 0 >/dev/null
(sleep 2; for _ in 1 2 3; do redis-cli get gone >/dev/null; done; redis-cli set c 1 >/dev/null; redis-cli get c >/dev/null) &
run
check 'what the lookups of now find is told apart' grep -qx 'hit ratio within 5 s: 25.0 percent (1 hits, 3 misses)' <<<"$out"
wait
run --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
finish
