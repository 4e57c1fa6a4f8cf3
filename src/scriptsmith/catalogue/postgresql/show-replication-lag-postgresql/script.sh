#!/usr/bin/env bash
# Show the replication of a PostgreSQL server: of each standby on a primary, of itself on a standby.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-replication-lag-postgresql

On a primary, list each connected standby with its state, the amount of write-ahead log that it has
still to replay, and the time lag. On a standby, say whether its receiver is streaming, how much
received log it has still to replay, and how old the last replayed transaction is: that grows on
an idle primary too, so look at both. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass
say.

  --help  show this text

Exit status: 0 done, 1 a query failed or replication does not run (a primary without standbys, a
standby without a receiver), 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-replication-lag-postgresql: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

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

standby=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT pg_is_in_recovery();
SQL
)
case $standby in
  f)
    table=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT application_name AS standby, coalesce(host(client_addr), 'local') AS client, state, sync_state,
       pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) AS to_replay,
       coalesce(date_trunc('milliseconds', replay_lag)::text, '-') AS time_lag
FROM pg_stat_replication
ORDER BY pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) DESC NULLS FIRST;
SQL
)
    mapfile -t lines <<<"$table"
    ((${#lines[@]} > 2)) || die 1 "this is a primary, and no standby is connected to it"
    printf 'primary, %d connections of standbys:\n%s\n' "$((${#lines[@]} - 2))" "$table"
    ;;
  t)
    # A standby that is fed from an archive has no receiver.
    answer=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT coalesce((SELECT status FROM pg_stat_wal_receiver), 'none') || '|' ||
       coalesce(pg_size_pretty(pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())), 'unknown') || '|' ||
       coalesce(date_trunc('second', clock_timestamp() - pg_last_xact_replay_timestamp())::text, 'unknown');
SQL
)
    IFS='|' read -r receiver to_replay age <<<"$answer"
    printf 'standby, receiver: %s\nreceived and not yet replayed: %s\nlast replayed transaction: %s ago\n' "$receiver" "$to_replay" "$age"
    [[ $receiver == streaming ]] || die 1 "this standby does not stream from its primary (receiver: $receiver)"
    ;;
  *) die 1 "the server gave no answer" ;;
esac
