#!/usr/bin/env bash
. "$HARNESS"
use postgresql-clock

session worker clerk
session sleeper clerk
session open clerk
say worker 'SELECT pg_sleep(300);'
say open 'BEGIN; SELECT 1;'
await in_state worker active
await in_state open 'idle in transaction'
later 3h
run
check 'it succeeds' test "$status" -eq 0
check 'clients are counted, the server'"'"'s own processes are not' \
  test "$(head -n 1 <<<"$out")" = '4 of 100 connections in use (3 reserved for superusers)'
check 'idle ones, with the longest time' grep -Eq '^ idle +\| +1 \| 03:00:' <<<"$out"
check 'idle in transaction apart' grep -Eq '^ idle in transaction +\| +1 \| 03:00:' <<<"$out"
check 'active ones with the one who asks' grep -Eq '^ active +\| +2 \| 03:00:' <<<"$out"
check 'by who holds them' grep -Eq '^ +1 \| clerk +\| shop +\| worker +\| local *$' <<<"$out"
check 'a role that sees all is told of nothing hidden' test -z "$(grep hidden <<<"$out")"
PGUSER=watcher PGDATABASE=postgres run
check 'sessions that are hidden count too' test "$(head -n 1 <<<"$out")" = '4 of 100 connections in use (3 reserved for superusers)'
check 'their state is not guessed' grep -Eq '^ not visible +\| +3 \|' <<<"$out"
check 'nor is where they come from' test "$(grep -cE '\| clerk .*\| \(hidden\) *$' <<<"$out")" = 3
check 'and that is said' grep -q '^note: what some sessions do.* is hidden' <<<"$out"
{ echo 'host all clerk 127.0.0.1/32 trust'; cat /run/pg_hba.conf; } >"$hba"
sql -c 'SELECT pg_reload_conf()' >/dev/null
tcp() { (exec sleep 600) | PGAPPNAME=worker psql --no-psqlrc -U clerk -h 127.0.0.1 shop >/dev/null & }
for _ in 1 2; do tcp; done
await bash -c '[ "$(psql -qAt -d postgres -c "SELECT count(*) FROM pg_stat_activity WHERE client_addr IS NOT NULL")" = 2 ]'
run
check 'an application on several hosts is one group' grep -Eq '^ +3 \| clerk +\| shop +\| worker +\| 2 addresses *$' <<<"$out"
finish
