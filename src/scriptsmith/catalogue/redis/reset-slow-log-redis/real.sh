#!/usr/bin/env bash
. "$HARNESS"
use redis

run
check 'an empty slow log is empty already' grep -q '^empty already' <<<"$out"
slow() { redis-cli config set slowlog-log-slower-than 0 >/dev/null; redis-cli set "$1" x >/dev/null; redis-cli config set slowlog-log-slower-than 10000000 >/dev/null; }
slow one
slow two
entries=$(redis-cli slowlog len)
run --dry-run
check 'a dry run says how many there are' test "$out" = "would remove: $entries entries of the slow log of 127.0.0.1 port 6379"
check 'a dry run removes none' test "$(redis-cli slowlog len)" = "$entries"
run
check 'it succeeds' test "$status" -eq 0
check 'it is empty' test "$(redis-cli slowlog len)" = 0
check 'it says how many there were' test "$out" = "removed: $entries entries of the slow log of 127.0.0.1 port 6379"
check 'the data stay' test "$(redis-cli exists one two)" = 2
check 'so do the settings' test "$(redis-cli config get slowlog-log-slower-than | tail -n 1)" = 10000000
redis-cli config set slowlog-log-slower-than 0 >/dev/null
redis-cli slowlog reset >/dev/null
run
check 'a log that grows at once is emptied all the same' test "$status" -eq 0
redis-cli config set slowlog-log-slower-than 10000000 >/dev/null
redis-cli acl setuser default '-slowlog|reset' >/dev/null
entries=$(redis-cli slowlog len)
run
check 'a login without the right is refused' test "$status" -eq 3
check 'and removes none' test "$(redis-cli slowlog len)" = "$entries"
finish
