#!/usr/bin/env bash
. "$HARNESS"
use redis

policy() { redis-cli config get maxmemory-policy | tail -n 1; }
run --policy allkeys-lru --dry-run
check 'a dry run says what it would set' test "$out" = 'would set: allkeys-lru (now noeviction)'
check 'a dry run sets nothing' test "$(policy)" = noeviction
for wanted in allkeys-lru allkeys-lfu allkeys-random volatile-lru volatile-lfu volatile-random volatile-ttl noeviction; do
  was=$(policy)
  run --policy "$wanted"
  check "$wanted is set" test "$status:$(policy)" = "0:$wanted"
  check "and what there was is told before $wanted" test "$(head -n 1 <<<"$out")" = "set: $wanted (before: $was), until the next restart; replicas keep theirs"
done
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
check 'the undo that it prints sets what there was' test "$(policy)" = volatile-ttl
run --policy noeviction
check 'that there is no limit is told' grep -q '^note: no limit is set' <<<"$err"
redis-cli config set maxmemory 100mb >/dev/null
run --policy noeviction
check 'with one nothing is said' test -z "$err"
check 'a second run has nothing to do' test "$out" = 'set already: noeviction'
run --policy lru
check 'what is no policy is refused' test "$status" -eq 2
redis-cli acl setuser default '-config|set' >/dev/null
run --policy allkeys-lru
check 'a login without the right is refused' test "$status:$(policy)" = 3:noeviction
finish
