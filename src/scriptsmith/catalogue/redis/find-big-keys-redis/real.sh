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
check 'the longest string' grep -Eq '^Biggest string found .*text.* has 500 bytes$' <<<"$out"
check 'the largest set' grep -Eq '^Biggest +set found .*set.* has 70 members$' <<<"$out"
check 'names make no control characters' test "${out//$'\e'/}" = "$out"
check 'other databases are left out' test -z "$(grep elsewhere <<<"$out")"
run --sort memory
bytes=$(redis-cli memory usage 'a list')
check 'by memory it tells what they take' grep -Eq "^Biggest +list found .*a list.* has $bytes bytes$" <<<"$out"
redis-cli flushall >/dev/null
run
check 'without keys it succeeds' test "$status" -eq 0
run --port 6399
check 'a server that is not there is refused' test "$status" -eq 3
seq -f 'SET k%g x' 1 40000 | redis-cli --pipe >/dev/null
run --timeout 1
check 'what takes too long is broken off' test "$status" -eq 1
finish
