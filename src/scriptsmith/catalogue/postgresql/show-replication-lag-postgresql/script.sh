#!/usr/bin/env bash
# Show the replication of a PostgreSQL server: of each standby on a primary, of itself on a standby.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-replication-lag-postgresql

On a primary, list each connection of replication with its state, the amount of write-ahead log that it
has still to replay, and the time lag: standbys, but subscribers, archivers and running base backups
too. A standby that is not connected is not known here; replication slots that nobody uses are named, for they may be its. On a standby, say whether its receiver is streaming, how much
received log it has still to replay, whether replay is paused, and how old the last replayed
transaction is. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass
say.

  --help  show this text

Exit status: 0 done, 1 a query failed or replication does not run (none that replays is connected to a primary,
a standby has no receiver or its replay is paused), 2 wrong usage, 3 this role may not see it, or
another precondition fails.
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
    counts=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*) FILTER (WHERE state IN ('streaming', 'catchup') AND replay_lsn IS NOT NULL AND
         pid NOT IN (SELECT active_pid FROM pg_replication_slots WHERE slot_type = 'logical' AND active_pid IS NOT NULL)),
       count(*), count(*) FILTER (WHERE state IS NULL) FROM pg_stat_replication;
SELECT coalesce(string_agg(slot_name, ' ' ORDER BY slot_name), '') FROM pg_replication_slots WHERE NOT active;
SQL
)
    IFS='|' read -r standbys all hidden <<<"${counts%%$'\n'*}"
    [[ $standbys =~ ^[0-9]+$ && $all =~ ^[0-9]+$ && $hidden =~ ^[0-9]+$ ]] || die 1 "the server gave no answer"
    ((hidden == 0)) || die 3 "this role may not see the $hidden connections of replication: be a member of pg_monitor"
    if ((all > 0)); then printf 'primary, %d connections of replication (a standby that is not connected now is not among them):\n%s\n' "$all" "$table"; fi
    unused=${counts#*$'\n'}
    if [[ $counts == *$'\n'* && -n $unused ]]; then printf 'slots that nobody uses: %s\n' "$unused"; fi
    ((standbys > 0)) || die 1 "this is a primary, and no standby is connected to it"
    ;;
  t)
    # A standby that is fed from an archive has no receiver.
    answer=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT coalesce((SELECT coalesce(status, 'hidden') FROM pg_stat_wal_receiver), 'none') || '|' || pg_is_wal_replay_paused() || '|' ||
       coalesce(pg_size_pretty(pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())), 'unknown') || '|' ||
       coalesce(date_trunc('second', clock_timestamp() - pg_last_xact_replay_timestamp())::text, 'unknown');
SQL
)
    IFS='|' read -r receiver paused to_replay age <<<"$answer"
    printf 'standby, receiver: %s\nreceived and not yet replayed: %s\nlast replayed transaction: %s ago\n' "$receiver" "$to_replay" "$age"
    printf 'note: that age grows on an idle primary too; what has not been received yet only the primary tells\n'
    [[ $receiver != hidden ]] || die 3 "this role may not see the receiver: be a member of pg_monitor"
    [[ $paused == false ]] || die 1 "replay is paused: this standby does not follow its primary (pg_wal_replay_resume() goes on)"
    [[ $receiver == streaming ]] || die 1 "this standby does not stream from its primary (receiver: $receiver)"
    ;;
  *) die 1 "the server gave no answer" ;;
esac
