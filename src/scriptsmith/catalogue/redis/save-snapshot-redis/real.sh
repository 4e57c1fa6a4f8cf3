#!/usr/bin/env bash
. "$HARNESS"
use redis

file=/var/lib/redis/dump.rdb
redis-cli set a 'hello there' >/dev/null
run --dry-run
check 'a dry run says what it would save' grep -Eqx 'would save: [0-9.]+[KM] of data, 1 changes since the last save; a lower memory limit of its container is not known here' <<<"$out"
check 'a dry run saves nothing' test ! -e "$file"
run
check 'it succeeds' test "$status" -eq 0
check 'the file is whole' redis-check-rdb "$file"
check 'the data are in it' grep -qa 'hello there' "$file"
check 'it says when' grep -Eq "^saved: .*, at $(date -d "@$(redis-cli lastsave)" '+%F %T')$" <<<"$out"
before=$(redis-cli lastsave)
redis-cli set b 2 >/dev/null
run
check 'a second run saves anew' test "$status:$(redis-cli lastsave)" != "0:$before"
redis-cli config set rdb-key-save-delay 300000 >/dev/null
seq -f 'SET k%g x' 1 10 | redis-cli --pipe >/dev/null
redis-cli bgsave >/dev/null
redis-cli set important 'written after the fork' >/dev/null
run
check 'a save that runs already is waited for' test "$status:$(redis-cli info persistence | tr -d '\r' | grep rdb_bgsave_in)" = 0:rdb_bgsave_in_progress:0
check 'and what was written since is saved' grep -qa 'written after the fork' "$file"
redis-cli config set rdb-key-save-delay 2000000 >/dev/null
run --timeout 2
check 'one that takes too long is a failure' test "$status" -eq 1
redis-cli config set rdb-key-save-delay 0 >/dev/null
pkill -f redis-rdb-bgsave
over() { redis-cli info persistence | tr -d '\r' | grep -qx rdb_bgsave_in_progress:0; }
await over
redis-cli bgsave >/dev/null
await over
rm -rf /var/lib/redis
run
check 'one that fails is a failure' test "$status" -eq 1
check 'and told' grep -q 'the save failed' <<<"$err"
redis-cli acl setuser default -bgsave >/dev/null
run
check 'a login without the right is refused' test "$status" -eq 3
finish
