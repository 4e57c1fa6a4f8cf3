#!/usr/bin/env bash
# Terminate the PostgreSQL sessions that sit idle in an open transaction for longer than some minutes.
#
# Undo: none. What those transactions had changed is rolled back; the clients have to connect again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: terminate-idle-transactions-postgresql [--minutes N] [--database NAME] [--dry-run]

List the client sessions that are idle in transaction (also aborted ones) and have been so for more
than N minutes, and terminate each of them: their locks are released and vacuum can go on. Sessions
that run a statement are never touched. A session that has moved on in between is spared. So are those
of pg_dump, by the name of the application: with -j one of them sits idle in transaction as long as the
dump runs; they are named. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --minutes N      idle in transaction for longer than this, in minutes (default 30)
  --database NAME  only sessions of this database, or all (default all)
  --dry-run        list the sessions, terminate none
  --help           show this text

Exit status: 0 done (also when there are none), 1 some session is left, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'terminate-idle-transactions-postgresql: %s\n' "$2" >&2
  exit "$1"
}

minutes=30 database=all dry_run=false
while (($# > 0)); do
  case $1 in
    --minutes | --database)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --minutes) minutes=$2 ;;
        --database) database=$2 ;;
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

[[ $minutes =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--minutes takes a whole number of minutes above 0, not ${minutes@Q}"
[[ $database =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$ ]] || die 2 "--database takes the name of a database, not ${database@Q}"
minutes=$((10#$minutes))
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

# One line each: process id, since when it has been idle, and who has been idle for how long after what.
idle() { # DUMPS: true for the sessions of pg_dump, false for all others
  sql -At -v minutes="$minutes" -v wanted="$database" -v dumps="$1" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pid || '|' || extract(epoch FROM state_change)::text || '|' ||
       format('user %s, database %s, application %s at %s, idle for %s after: %s', usename, datname,
              coalesce(nullif(application_name, ''), '-'), coalesce(host(client_addr), 'this host'),
              date_trunc('second', clock_timestamp() - state_change),
              left(regexp_replace(query, '[[:cntrl:][:space:]]+', ' ', 'g'), 100))
FROM pg_stat_activity
WHERE backend_type = 'client backend' AND state LIKE 'idle in transaction%'
  AND clock_timestamp() - state_change > make_interval(mins => :'minutes'::integer)
  AND (:'wanted' = 'all' OR datname = :'wanted')
  AND (application_name = 'pg_dump') = :'dumps'::boolean
ORDER BY state_change;
SQL
}

terminate() { # PID SINCE: prints t when it was signalled, nothing when it has moved on
  sql -At -v pid="$1" -v since="$2" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid = :'pid'::integer AND extract(epoch FROM state_change)::text = :'since'
  AND state LIKE 'idle in transaction%';
SQL
}

# A session that this role may not see could be one of them.
hidden=$(sql -At -v wanted="$database" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT CASE WHEN :'wanted' = 'all' OR EXISTS (SELECT FROM pg_database WHERE datname = :'wanted') THEN count(*)::text ELSE 'absent' END FROM pg_stat_activity
WHERE (backend_type IS NULL AND datid IS NOT NULL AND usesysid IS NOT NULL OR state = 'disabled')
  AND (:'wanted' = 'all' OR datname = :'wanted');
SQL
)
[[ $hidden =~ ^[0-9]+$ ]] || die 3 "the server has no database $database, or gave no answer"
((hidden == 0)) || die 3 "refused: the state of $hidden sessions is hidden: be a member of pg_monitor too, and see that track_activities is on"
dumps=$(idle true)
if [[ -n $dumps ]]; then
  mapfile -t sessions <<<"$dumps"
  for session in "${sessions[@]}"; do printf 'left alone: %s, %s\n' "${session%%|*}" "${session#*|*|}"; done
fi
list=$(idle false)
[[ -n $list ]] || { printf 'nothing to terminate: no session has been idle in transaction for more than %d min (databases: %s)\n' "$minutes" "$database" && exit 0; }
mapfile -t sessions <<<"$list"

signalled=0 failed=0
for session in "${sessions[@]}"; do
  pid=${session%%|*} rest=${session#*|}
  since=${rest%%|*} told=${rest#*|}
  if $dry_run; then
    printf 'would terminate: %s, %s\n' "$pid" "$told"
  elif answer=$(terminate "$pid" "$since"); then
    case $answer in
      t) printf 'terminated: %s, %s\n' "$pid" "$told" && signalled=$((signalled + 1)) ;;
      '') printf 'moved on, left alone: %s\n' "$pid" ;;
      *) printf 'could not terminate: %s, %s\n' "$pid" "$told" >&2 && failed=$((failed + 1)) ;;
    esac
  else
    failed=$((failed + 1))
  fi
done
if $dry_run; then
  printf '%d sessions would be terminated\n' "${#sessions[@]}"
  exit 0
fi

for ((try = 1; try <= 10; try++)); do
  left=$(idle false)
  if [[ -z $left ]]; then break; fi
  ((try == 10)) || sleep 1
done
printf '%d sessions terminated, %d failed\n' "$signalled" "$failed"
[[ -z $left ]] || die 1 "still idle in transaction: ${left//$'\n'/; }"
