#!/usr/bin/env bash
. "$HARNESS"
use redis-replica

id_of() { redis-cli client list | sed -n "s/^id=\([0-9]*\) .* name=$1 .*/\1/p"; }
for name in waiter other; do ( (echo "CLIENT SETNAME $name"; echo "BLPOP none-$name 0"; sleep 300) | redis-cli >/dev/null 2>&1 &); done
there() { [ -n "$(id_of waiter)" ] && [ -n "$(id_of other)" ]; }
await there
id=$(id_of waiter) other=$(id_of other)
run --id "$id" --dry-run
check 'a dry run says what it would close' grep -Eq "^would close: client $id, 127.0.0.1:[0-9]+, user default, connected for [0-9]+ s, idle for [0-9]+ s, last command blpop" <<<"$out"
check 'a dry run closes nothing' test "$(id_of waiter)" = "$id"
run --id "$id"
check 'it succeeds' test "$status" -eq 0
check 'it says what was closed' grep -q "^closed: client $id, 127.0.0.1:" <<<"$out"
check 'that connection is gone' test -z "$(redis-cli client list | grep "^id=$id ")"
check 'another stays' test "$(id_of other)" = "$other"
run --id "$id"
check 'a second run has nothing to do' test "$status:$out" = "0:nothing to close: there is no client $id"
replica=$(redis-cli client list | sed -n 's/^id=\([0-9]*\) .* flags=S .*/\1/p')
run --id "$replica"
check 'a replica is refused' test "$status" -eq 3
master=$(redis-cli -p 6380 client list | sed -n 's/^id=\([0-9]*\) .* flags=M .*/\1/p')
run --id "$master" --port 6380
check 'the link to the master too' test "$status" -eq 3
check 'replication goes on' in_step
redis-cli acl setuser default -client >/dev/null
run --id "$other"
check 'a login without the right is refused' test "$status" -eq 3
finish
