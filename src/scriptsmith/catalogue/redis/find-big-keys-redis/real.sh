#!/usr/bin/env bash
. "$HARNESS"
use redis

redis-cli set text "$(printf 'x%.0s' {1..500})" >/dev/null
redis-cli set number 1 >/dev/null
redis-cli rpush 'a list' $(seq 50) >/dev/null
redis-cli rpush small 1 2 >/dev/null
redis-cli sadd set $(seq 70) >/dev/null
redis-cli hset $'ha\e[31msh' f "$(printf 'y%.0s' {1..9000})" >/dev/null
redis-cli -n 1 rpush elsewhere $(seq 900) >/dev/null
run
check 'it succeeds' test "$status" -eq 0
check 'the longest list is named' grep -Eq '^Biggest +list found .*a list.* has 50 items$' <<<"$out"
check 'that there may be others is told' grep -q '^only the biggest key of each type is named' <<<"$out"
check 'the longest string' grep -Eq '^Biggest string found .*text.* has 500 bytes$' <<<"$out"
check 'the largest set' grep -Eq '^Biggest +set found .*set.* has 70 members$' <<<"$out"
check 'names make no control characters' test "${out//$'\e'/}" = "$out"
check 'other databases are left out' test -z "$(grep elsewhere <<<"$out")"
check 'and that is told' grep -qx 'note: other databases were not looked at: db1 (1 keys)' <<<"$out"
run --sort memory
bytes=$(redis-cli memory usage 'a list')
check 'by memory it tells what they take' grep -Eq "^Biggest +list found .*a list.* has $bytes bytes$" <<<"$out"
redis-cli flushall >/dev/null
run
check 'without keys it succeeds' test "$status" -eq 0
check 'and has nothing to add' test "$(grep -c '^note' <<<"$out")" -eq 0
redis-cli config set requirepass none >/dev/null # from here on the default login needs a password
REDISCLI_AUTH=none run
check 'with a password too' test "$status" -eq 0
REDISCLI_AUTH=none redis-cli acl setuser default -info >/dev/null
REDISCLI_AUTH=none run
check 'a login that may not ask is told what is not known' test "$status:$(grep -c '^note: whether there are keys' <<<"$out")" = 0:1
REDISCLI_AUTH=none redis-cli acl setuser default +info nopass >/dev/null
run --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
seq -f 'SET k%g x' 1 40000 | redis-cli --pipe >/dev/null
run --timeout 1
check 'what takes too long is broken off' test "$status" -eq 1
finish
