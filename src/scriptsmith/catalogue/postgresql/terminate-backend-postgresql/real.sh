#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

session report clerk
session other clerk
say report 'SELECT pg_sleep(300);'
say other 'SELECT pg_sleep(301);'
await in_state report active
await in_state other active
pid=$(pid_of report) other=$(pid_of other)
run --pid "$pid" --dry-run
check 'a dry run says what it would end' grep -q "^would terminate: $pid, user clerk, database shop, active for .*SELECT pg_sleep(300)" <<<"$out"
check 'a dry run ends nothing' test "$(pid_of report)" = "$pid"
PGUSER=watcher run --pid "$pid"
check 'a session that the role may not see is refused' test "$status" -eq 3
check 'what it lacks is said' grep -q pg_monitor <<<"$err"
check 'and not that there is none' test -z "$out"
check 'it goes on' test "$(pid_of report)" = "$pid"
psql -q -d postgres -c 'GRANT pg_monitor TO watcher'
PGUSER=watcher run --pid "$pid"
check 'with both roles it is ended' test "$status" -eq 0
check 'and told' grep -q "^terminated: $pid, user clerk, database shop, active" <<<"$out"
check 'it is gone' test -z "$(pid_of report)"
check 'its client was told' grep -q 'terminating connection due to administrator command' /run/session-report.out
check 'another session goes on' test "$(pid_of other)" = "$other"
run --pid "$pid"
check 'a second run has nothing to do' test "$status:$out" = "0:nothing to terminate: no backend of the server that was asked (PGHOST not set, PGPORT not set) has the process id $pid"
pg_createcluster --port 5433 "$version" other >/dev/null && pg_ctlcluster "$version" other start
await su postgres -c 'psql -p 5433 -qAtc "SELECT 1"'
(exec su postgres -c 'psql -p 5433 -qAtc "SELECT pg_sleep(300)"' >/dev/null 2>&1 &)
there() { su postgres -c "psql -p 5433 -qAtc \"SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(300)'\"" | grep .; }
await there
run --pid "$(there)"
check 'a backend of another cluster of this host is not called gone' test "$status:$(grep -c "PGPORT not set) has no such backend, but $(there) is one of another server on this host (postgres: $version/other: " <<<"$err"):$out" = 3:1:
session admin
admin=$(pid_of admin)
PGUSER=watcher run --pid "$admin"
check 'a superuser is not ended by somebody else' test "$status" -eq 1
check 'and stays' test "$(pid_of admin)" = "$admin"
for kind in checkpointer 'autovacuum launcher' 'logical replication launcher'; do
  run --pid "$(psql -qAt -d postgres -c "SELECT pid FROM pg_stat_activity WHERE backend_type = '$kind'")"
  check "the $kind is refused" test "$status" -eq 3
done
(PGAPPNAME=archiver exec setpriv --reuid postgres --regid postgres --clear-groups pg_receivewal -D /tmp --no-loop >/dev/null 2>&1 &)
await is_there archiver
walsender=$(pid_of archiver)
run --pid "$walsender"
check 'a sender of replication is refused' test "$status" -eq 3
check 'and goes on' test "$(pid_of archiver)" = "$walsender"
finish
