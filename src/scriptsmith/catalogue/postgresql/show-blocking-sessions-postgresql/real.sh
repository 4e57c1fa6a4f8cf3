#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

run
check 'when nobody waits it says so' test "$status:$out" = '0:no session waits for a lock'
session holder clerk
session first clerk
session second clerk
say holder 'CREATE TABLE "My orders" (i int); INSERT INTO "My orders" VALUES (1); BEGIN; UPDATE "My orders" SET i = 2;'
await in_state holder 'idle in transaction'
say first 'BEGIN; LOCK TABLE "My orders"; SELECT 1;'
waits() { [ -n "$(psql -qAt -d postgres -c "SELECT 1 FROM pg_locks WHERE pid = $(pid_of "$1") AND NOT granted")" ]; }
await waits first
say second 'SELECT * FROM "My orders";'
await waits second
holder=$(pid_of holder) first=$(pid_of first) second=$(pid_of second)
PGDATABASE=shop run
check 'those who wait are counted' grep -qx '2 sessions wait for a lock:' <<<"$out"
check 'the first waits for the holder' grep -Eq "^ *$first \| .* \| clerk +\| shop +\| relation \"My orders\" \| AccessExclusiveLock \| $holder +\| LOCK TABLE" <<<"$out"
check 'the second waits for the first' grep -Eq "^ *$second \| .* \| AccessShareLock +\| $first +\| SELECT" <<<"$out"
roots=$(sed -n '/^blocked at the root by:/,$p' <<<"$out")
check 'at the root is the holder alone, idle in its transaction' test "$(grep -Ec '^ *[0-9]+ +\|' <<<"$roots")" = 1
check 'with what it did last' grep -Eq "^ *$holder +\| +1 \| idle in transaction \| .* \| clerk +\| holder +\| UPDATE" <<<"$roots"
check 'it succeeds' test "$status" -eq 0
run
check 'from another database its number is told, and how to see the name' bash -c 'grep -Eq "\| relation number [0-9]+ +\|" <<<"$1" && grep -q "^note: .* PGDATABASE" <<<"$1"' _ "$out"
PGUSER=watcher PGDATABASE=shop run
check 'a role that may not see the others is told who waits all the same' grep -qx '2 sessions wait for a lock:' <<<"$out"
check 'and what it lacks' grep -q 'this role is no member of pg_monitor' <<<"$out"
say holder "PREPARE TRANSACTION 'it''s stuck';"
await in_state holder idle
PGDATABASE=shop run
check 'a prepared transaction blocks as process 0' grep -Eq '^ *0 +\| +1 \|' <<<"$out"
check 'and is named' grep -q "^process id 0 may be this prepared transaction 'it''s stuck' of clerk, database shop, since 20" <<<"$out"
psql -q -d shop -c "ROLLBACK PREPARED 'it''s stuck'"
say first 'ROLLBACK;'
await in_state second idle
run
check 'when the lock is free nobody waits' test "$out" = 'no session waits for a lock'
finish
