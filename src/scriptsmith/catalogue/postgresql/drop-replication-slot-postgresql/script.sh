#!/usr/bin/env bash
# Drop one replication slot that nobody uses, so that the write-ahead log it retains can go.
#
# Undo: none. A standby or subscriber that needed the slot has to be set up anew.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: drop-replication-slot-postgresql --slot NAME [--dry-run]

Drop the slot NAME if no standby or subscriber is connected to it. An active slot is refused. What
the slot retained is printed. Whoever still needs the slot, and is only away for a moment, loses
its place: look at list-replication-slots-postgresql and ask before. Patroni makes those of its
members and of its configuration anew within seconds. The connection is made as PGHOST, PGPORT,
PGUSER and ~/.pgpass say.

  --slot NAME  name of the replication slot
  --dry-run    say what would be dropped, drop nothing
  --help       show this text

Exit status: 0 it is gone (also when there was none), 1 it is still there, 2 wrong usage, 3 it is in
use, or another precondition fails.
EOF
}

die() {
  printf 'drop-replication-slot-postgresql: %s\n' "$2" >&2
  exit "$1"
}

slot='' dry_run=false
while (($# > 0)); do
  case $1 in
    --slot)
      (($# >= 2)) || die 2 "$1 needs a value"
      slot=$2
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

[[ -n $slot ]] || die 2 "--slot is required (see --help)"
[[ $slot =~ ^[a-z0-9_]{1,63}$ ]] || die 2 "--slot takes the name of a replication slot (a-z, 0-9 and _), not ${slot@Q}"
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

look() { # active or inactive, and what it is; nothing when there is no such slot
  sql -At -v slot="$slot" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT CASE WHEN active THEN 'active' ELSE 'inactive' END || '|' ||
       format('%s, retains %s', slot_type, coalesce(pg_size_pretty(pg_wal_lsn_diff(
         CASE WHEN pg_is_in_recovery() THEN greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) ELSE pg_current_wal_lsn() END, restart_lsn)), 'nothing'))
FROM pg_replication_slots WHERE slot_name = :'slot';
SQL
}

seen=$(look)
if [[ -z $seen ]]; then
  # Several servers may run on one host, and the name may be misspelt.
  here=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT coalesce(string_agg(slot_name, ' ' ORDER BY slot_name), 'none') FROM pg_replication_slots;
SQL
)
  printf 'nothing to drop: the server that was asked (PGHOST %s, PGPORT %s) has no slot %s; its slots: %s\n' "${PGHOST:-not set}" "${PGPORT:-not set}" "$slot" "$here"
  exit 0
fi
[[ ${seen%%|*} == inactive ]] || die 3 "refused: slot $slot is in use (${seen#*|})"
if $dry_run; then
  printf 'would drop: slot %s (%s)\n' "$slot" "${seen#*|}"
  exit 0
fi

# The server refuses by itself when somebody has connected in between.
sql -At -v slot="$slot" <<'SQL' >/dev/null
SET SESSION statement_timeout = '30s';
SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = :'slot' AND NOT active;
SQL
left=$(look)
[[ -z $left ]] || die 1 "slot $slot is still there (${left//|/, })"
printf 'dropped: slot %s (%s)\nnote: that log goes at the next checkpoint, unless another slot or failing archiving keeps it; Patroni makes its slots anew\n' "$slot" "${seen#*|}"
