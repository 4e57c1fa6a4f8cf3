#!/usr/bin/env bash
# List the replication slots of a PostgreSQL server with the write-ahead log that each keeps on disk.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-replication-slots-postgresql

List each replication slot, the one that retains the most write-ahead log first, and whether a
standby or subscriber uses it. A slot that nobody uses keeps log for ever and can fill the disk;
those are named at the end, and so are those whose log is gone already (lost, from PostgreSQL 13
on). The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --help  show this text

Exit status: 0 done (also when there are none), 1 the query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-replication-slots-postgresql: %s\n' "$2" >&2
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

# On a standby the position up to which it has received counts.
answer=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT slot_name, slot_type, coalesce(database, '-'), CASE WHEN to_jsonb(slots) ->> 'wal_status' = 'lost' THEN 'lost' WHEN active THEN 'active' ELSE 'inactive' END,
       coalesce(pg_size_pretty(pg_wal_lsn_diff(here, restart_lsn)), 'nothing')
FROM pg_replication_slots AS slots,
     (SELECT CASE WHEN pg_is_in_recovery() THEN greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) ELSE pg_current_wal_lsn() END AS here) AS position
ORDER BY pg_wal_lsn_diff(here, restart_lsn) DESC NULLS LAST, slot_name;
SQL
)
if [[ -z $answer ]]; then
  printf 'there are no replication slots\n'
  exit 0
fi

unused=() lost=()
printf '%-32s %-9s %-20s %-9s %s\n' SLOT TYPE DATABASE STATE RETAINS
while IFS='|' read -r slot type database state retained; do
  printf '%-32s %-9s %-20q %-9s %s\n' "$slot" "$type" "$database" "$state" "$retained"
  if [[ $state == inactive ]]; then unused+=("$slot"); fi
  if [[ $state == lost ]]; then lost+=("$slot"); fi
done <<<"$answer"
if ((${#unused[@]} > 0)); then
  printf '%d inactive: %s\n' "${#unused[@]}" "${unused[*]}"
fi
if ((${#lost[@]} > 0)); then
  printf '%d lost: %s (log that they need is gone, so whoever used them must be made anew)\n' "${#lost[@]}" "${lost[*]}"
fi
