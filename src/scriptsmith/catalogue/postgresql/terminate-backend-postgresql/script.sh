#!/usr/bin/env bash
# Terminate one PostgreSQL backend: its statement ends, its transaction is rolled back, its client
# is disconnected.
#
# Undo: none. The client has to connect again, and to repeat what was not committed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: terminate-backend-postgresql --pid PID [--dry-run]

Ask backend PID to end (pg_terminate_backend) and wait up to 10 seconds until it is gone. Only
client sessions are taken: replication senders, autovacuum and the server's own processes are
refused, and so is the session that asks. What the session was doing is printed. The connection is
made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --pid PID  process id of the backend to terminate
  --dry-run  say what would be terminated, terminate nothing
  --help     show this text

Exit status: 0 it is gone (also when there was none), 1 it is still there, 2 wrong usage, 3 it is no
client session, or another precondition fails.
EOF
}

die() {
  printf 'terminate-backend-postgresql: %s\n' "$2" >&2
  exit "$1"
}

pid='' dry_run=false
while (($# > 0)); do
  case $1 in
    --pid)
      (($# >= 2)) || die 2 "$1 needs a value"
      pid=$2
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
pid=$((10#$pid))
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

# One line: the kind of process, when it began (a process id is used again), and what it does.
look() {
  sql -At -v pid="$pid" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT coalesce(backend_type, 'not visible') || '|' || coalesce(extract(epoch FROM backend_start)::text, '') || '|' ||
       format('user %s, database %s, %s for %s: %s', usename, datname, state,
              date_trunc('second', clock_timestamp() - state_change),
              left(regexp_replace(query, '[[:cntrl:][:space:]]+', ' ', 'g'), 120))
FROM pg_stat_activity WHERE pid = :'pid'::integer;
SQL
}

seen=$(look)
if [[ -z $seen ]]; then
  # Each server knows its own processes only; another one may run beside it.
  asked="PGHOST ${PGHOST:-not set}, PGPORT ${PGPORT:-not set}" there=''
  { IFS= read -r there <"/proc/$pid/cmdline"; } 2>/dev/null || true
  [[ $there != *postgres:* ]] || die 3 "refused: the server that was asked ($asked) has no such backend, but $pid is one of another server on this host (${there//[[:cntrl:]]/?}): set PGPORT"
  printf 'nothing to terminate: no backend of the server that was asked (%s) has the process id %d\n' "$asked" "$pid"
  exit 0
fi
kind=${seen%%|*} rest=${seen#*|}
began=${rest%%|*} told=${rest#*|}
[[ $kind != 'not visible' ]] || die 3 "refused: this role may not see what $pid is: be a member of pg_monitor too"
[[ $kind == 'client backend' ]] || die 3 "refused: $pid is no client session but a $kind"
if $dry_run; then
  printf 'would terminate: %d, %s\n' "$pid" "$told"
  exit 0
fi

answer=$(sql -At -v pid="$pid" -v began="$began" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid = :'pid'::integer AND extract(epoch FROM backend_start)::text = :'began'
  AND backend_type = 'client backend' AND pid <> pg_backend_pid();
SQL
)
[[ $answer != f ]] || die 1 "the server could not signal $pid"

for ((try = 1; try <= 10; try++)); do
  now=$(look)
  rest=${now#*|}
  if [[ -z $now || ${rest%%|*} != "$began" ]]; then
    if [[ $answer == t ]]; then printf 'terminated: %d, %s\n' "$pid" "$told"; else printf 'ended by itself: %d, %s\n' "$pid" "$told"; fi
    exit 0
  fi
  sleep 1
done
die 1 "$pid is still there: it may be in a system call, for example of a disk that hangs"
