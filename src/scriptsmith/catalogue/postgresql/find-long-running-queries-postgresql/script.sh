#!/usr/bin/env bash
# Find the queries that a PostgreSQL server has been running for longer than some minutes.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-long-running-queries-postgresql [--minutes N] [--limit N]

List the statements that client sessions are running now and began at least N minutes ago, oldest
first, with the process id, what they wait for and how many processes block them. Idle sessions
are left out, replication senders too; sessions idle in a transaction of that age are counted. The first 120 characters of a statement are shown. The
connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say; statements of other users can be
seen only by a member of pg_monitor.

  --minutes N  running for at least how long, in minutes (default 1)
  --limit N    how many queries to list (default 20)
  --help       show this text

Exit status: 0 done (also when there are none), 1 the query failed, 2 wrong usage, 3 some sessions
cannot be seen (the others are listed), or another precondition fails.
EOF
}

die() {
  printf 'find-long-running-queries-postgresql: %s\n' "$2" >&2
  exit "$1"
}

minutes=1 limit=20
while (($# > 0)); do
  case $1 in
    --minutes | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --minutes) minutes=$2 ;;
        --limit) limit=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $minutes =~ ^[0-9]{1,6}$ ]] || die 2 "--minutes takes a whole number of minutes, not ${minutes@Q}"
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not ${limit@Q}"
minutes=$((10#$minutes)) limit=$((10#$limit))
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

table=$(sql -P footer=off -v minutes="$minutes" -v count="$limit" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pid, date_trunc('second', clock_timestamp() - query_start) AS running, usename AS user,
       datname AS database, coalesce(wait_event_type || '/' || wait_event, '-') AS waits_for,
       cardinality(pg_blocking_pids(pid)) AS blocked_by,
       left(regexp_replace(query, '\s+', ' ', 'g'), 120) AS query
FROM pg_stat_activity
WHERE backend_type = 'client backend' AND state <> 'idle' AND state NOT LIKE 'idle in transaction%'
  AND pid <> pg_backend_pid()
  AND clock_timestamp() - query_start >= make_interval(mins => :'minutes'::integer)
ORDER BY query_start LIMIT :'count'::integer;
SQL
)

# A session that this role may not see could run one too; one that is idle in a transaction runs none, and holds up as much.
counts=$(sql -At -v minutes="$minutes" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*) FILTER (WHERE backend_type IS NULL AND datid IS NOT NULL AND usesysid IS NOT NULL OR state = 'disabled'),
       count(*) FILTER (WHERE state LIKE 'idle in transaction%'
                          AND clock_timestamp() - xact_start >= make_interval(mins => :'minutes'::integer))
FROM pg_stat_activity;
SQL
)
IFS='|' read -r hidden idle <<<"$counts"
[[ $hidden =~ ^[0-9]+$ && $idle =~ ^[0-9]+$ ]] || die 1 "the server gave no answer"
# The heading and the rule below it are always there.
mapfile -t lines <<<"$table"
if ((${#lines[@]} > 2)); then
  printf '%s\n%d queries listed that have been running for %d min or longer\n' "$table" "$((${#lines[@]} - 2))" "$minutes"
  if ((${#lines[@]} - 2 == limit)); then printf 'note: there may be more, --limit lists more of them\n'; fi
elif ((hidden == 0)); then
  printf 'no query has been running for %d min or longer\n' "$minutes"
fi
if ((idle > 0)); then
  printf 'note: %d sessions are idle in a transaction of that age: they run no query, yet hold locks and keep vacuum from dead rows\n' "$idle"
fi
((hidden == 0)) || die 3 "what $hidden sessions do is hidden: be a member of pg_monitor, and see that track_activities is on"
