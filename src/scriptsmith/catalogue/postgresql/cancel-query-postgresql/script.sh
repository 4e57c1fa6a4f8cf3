#!/usr/bin/env bash
# Cancel the statement that a PostgreSQL backend is running; its session stays connected.
#
# Undo: none. The statement fails and its transaction is rolled back; the client may send it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: cancel-query-postgresql --pid PID [--timeout N] [--dry-run]

Ask backend PID to cancel the statement that it is running (pg_cancel_backend), and wait until that
statement has ended. The session stays open. A session that is idle, or idle in transaction, runs
nothing that could be cancelled: that is said, and nothing is done. One that waits for a synchronous
standby has committed already, and is refused. Only client sessions are taken.
The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --pid PID    process id of the backend that runs the query
  --timeout N  how long to wait for the query to end, in seconds (default 10)
  --dry-run    say what would be cancelled, cancel nothing
  --help       show this text

Exit status: 0 it no longer runs, 1 it still runs or was not cancelled, 2 wrong usage, 3 no such
session or another precondition fails.
EOF
}

die() {
  printf 'cancel-query-postgresql: %s\n' "$2" >&2
  exit "$1"
}

pid='' timeout=10 dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --timeout) timeout=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $pid ]] || die 2 "--pid is required (see --help)"
[[ $pid =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--pid takes the process id of a backend, not ${pid@Q}"
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not ${timeout@Q}"
pid=$((10#$pid)) timeout=$((10#$timeout))
command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

# One line: state, start of the statement (its identity), and who runs what.
look() {
  sql -At -v pid="$pid" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT CASE WHEN wait_event = 'SyncRep' THEN 'committed' ELSE coalesce(state, 'not visible') END || '|' || coalesce(extract(epoch FROM query_start)::text, '') || '|' ||
       format('user %s, database %s, running for %s: %s', usename, datname,
              date_trunc('second', clock_timestamp() - query_start),
              left(regexp_replace(query, '[[:cntrl:][:space:]]+', ' ', 'g'), 120))
FROM pg_stat_activity WHERE pid = :'pid'::integer AND coalesce(backend_type, 'client backend') = 'client backend' AND datid IS NOT NULL;
SQL
}

seen=$(look)
if [[ -z $seen ]]; then
  # Each server knows its own processes only; another one may run beside it.
  asked="PGHOST ${PGHOST:-not set}, PGPORT ${PGPORT:-not set}" there=''
  { IFS= read -r there <"/proc/$pid/cmdline"; } 2>/dev/null || true
  [[ $there != *postgres:* ]] || die 3 "refused: the server that was asked ($asked) has no such backend, but $pid is one of another server on this host (${there//[[:cntrl:]]/?}): set PGPORT"
  die 3 "no client session of the server that was asked ($asked) has the process id $pid"
fi
state=${seen%%|*} rest=${seen#*|}
began=${rest%%|*} told=${rest#*|}
case $state in
  idle*)
    printf 'nothing to cancel: session %d is %s\n' "$pid" "$state"
    exit 0
    ;;
  disabled) die 3 "what session $pid runs is not told, for track_activities is off: it cannot be seen whether that statement ends" ;;
  # The client would be told that all is well, and a failover would lose what it wrote.
  committed) die 3 "refused: $pid waits for a synchronous standby; its transaction is committed here already and would not be rolled back: connect a standby, or change synchronous_standby_names" ;;
  'not visible') die 3 "session $pid belongs to another user and cannot be seen: be a member of pg_monitor too" ;;
esac
if $dry_run; then
  printf 'would cancel: %d, %s\n' "$pid" "$told"
  exit 0
fi

# It is cancelled only if it is still the same statement.
sent=$(sql -At -v pid="$pid" -v began="$began" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pg_cancel_backend(pid) FROM pg_stat_activity
WHERE pid = :'pid'::integer AND extract(epoch FROM query_start)::text = :'began' AND wait_event IS DISTINCT FROM 'SyncRep';
SQL
)
[[ $sent != f ]] || die 1 "the server could not signal $pid"

for ((waited = 0; waited <= timeout; waited++)); do
  now=$(look)
  rest=${now#*|}
  if [[ -z $now || ${rest%%|*} != "$began" || $now == idle* ]]; then
    if [[ -n $sent ]]; then
      printf 'cancelled: %d, %s\n' "$pid" "$told"
    else
      printf 'ended by itself: %d, %s\n' "$pid" "$told"
    fi
    exit 0
  fi
  sleep 1
done
die 1 "$pid still runs that statement after $timeout s; terminating the session is the next step"
