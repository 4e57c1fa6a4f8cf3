#!/usr/bin/env bash
. "$HARNESS"
use redis

run
check 'a new server without data is in order' test "$status" -eq 0
check 'it does not take its start for a save' grep -qx 'last save: none since the start 0 min ago' <<<"$out"
redis-cli set a 1 >/dev/null
run
check 'of one with data that nothing has saved that is told' grep -q '^note: nothing is saved yet' <<<"$out"
saved() { redis-cli info persistence | tr -d '\r' | grep -qx 'rdb_bgsave_in_progress:0'; }
redis-cli bgsave >/dev/null
await saved
redis-cli config set save '86400 1' >/dev/null
run
check 'once it is saved it is in order' test "$status" -eq 0
check 'when it was is told' grep -Eqx 'last save: 20[0-9-]+ [0-9:]+, 0 min ago, last status ok' <<<"$out"
redis-cli set a 2 >/dev/null
run --hours 2
check 'with changes since it is so for as long as was asked' test "$status" -eq 0
check 'the changes are counted' grep -qx 'changes since: 1' <<<"$out"
redis-cli config set appendonly yes >/dev/null
written() { redis-cli info persistence | tr -d '\r' | grep -qx 'aof_rewrite_in_progress:0'; }
await written
run --hours 2
check 'with an append-only file it is' test "$status" -eq 0
check 'that is told' grep -qx 'append-only file: on, last write ok, last rewrite ok' <<<"$out"
redis-cli config set appendonly no >/dev/null
rm -rf /var/lib/redis
redis-cli bgsave >/dev/null
failed() { redis-cli info persistence | tr -d '\r' | grep -qx 'rdb_last_bgsave_status:err'; }
await failed
run
check 'a save that failed is a failure' test "$status" -eq 1
check 'and told' grep -q 'the last save failed' <<<"$err"
redis-cli config set requirepass x >/dev/null
run
check 'without the password it is refused' test "$status" -eq 3
finish
