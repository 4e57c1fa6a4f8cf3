#!/usr/bin/env bash
# Show how many of the transaction ids before wraparound each PostgreSQL database has used up.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-wraparound-age-postgresql [--percent N]

List the databases by age: the transactions since the oldest id that is not frozen, and the same for
multixacts, as a share of the two thousand million after which the server stops taking writes.
Autovacuum acts by itself from autovacuum_freeze_max_age on (mostly 200 million, 10 percent). Then
name what holds it back, with its age in transactions (a young one does no harm): the oldest
transaction of each database, standbys with hot_standby_feedback, prepared transactions and slots. The
connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --percent N  databases that have used more than this share are pointed out (default 50)
  --help       show this text

Exit status: 0 done, 1 a query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-wraparound-age-postgresql: %s\n' "$2" >&2
  exit "$1"
}

percent=50
while (($# > 0)); do
  case $1 in
    --percent)
      (($# >= 2)) || die 2 "$1 needs a value"
      percent=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $percent =~ ^[0-9]{1,3}$ ]] || die 2 "--percent takes a whole number, not ${percent@Q}"
percent=$((10#$percent))
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

ages=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT greatest(age(datfrozenxid), mxid_age(datminmxid)) / 20000000, age(datfrozenxid), mxid_age(datminmxid),
       CASE WHEN datallowconn THEN 'vacuum it' ELSE 'only autovacuum can vacuum it' END,
       regexp_replace(datname, '[[:cntrl:]]', '?', 'g')
FROM pg_database ORDER BY 1 DESC, 2 DESC, 5;
SQL
)
[[ -n $ages ]] || die 1 "the server gave no answer"
holders=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT format('%s (%s transactions old)', told, old) FROM (
  (SELECT DISTINCT ON (datname) greatest(age(backend_xid), age(backend_xmin)) AS old,
          CASE WHEN backend_type = 'walsender' AND datname IS NULL THEN format('standby served by pid %s (hot_standby_feedback)', pid)
               ELSE format('transaction of pid %s, user %s, database %s, %s', pid, usename, datname, coalesce(state, backend_type, 'state hidden')) END AS told
   FROM pg_stat_activity WHERE coalesce(backend_xid, backend_xmin) IS NOT NULL AND pid <> pg_backend_pid()
     -- A VACUUM holds nothing back, and is what one waits for.
     AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum) ORDER BY datname, 1 DESC)
  UNION ALL (SELECT age(transaction), format('prepared transaction %L of %s, database %s', regexp_replace(gid, '[[:cntrl:]]', '?', 'g'), prepared, database)
   FROM pg_prepared_xacts ORDER BY 1 DESC LIMIT 5)
  UNION ALL (SELECT greatest(age(xmin), age(catalog_xmin)), format('replication slot %s', slot_name)
   FROM pg_replication_slots WHERE xmin IS NOT NULL OR catalog_xmin IS NOT NULL ORDER BY 1 DESC LIMIT 5)
) AS holders ORDER BY old DESC LIMIT 15;
SELECT format('any of %s sessions that are hidden from this role, which is no member of pg_monitor', count(*))
FROM pg_stat_activity WHERE backend_type IS NULL AND datid IS NOT NULL AND usesysid IS NOT NULL HAVING count(*) > 0;
SQL
)

over=0
printf '%7s %12s %12s  %s\n' PERCENT XID-AGE MULTI-AGE DATABASE
while IFS='|' read -r used xid multi advice database; do
  [[ $used =~ ^[0-9]+$ && $xid =~ ^[0-9]+$ && $multi =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
  mark=''
  if ((xid > percent * 20000000 || multi > percent * 20000000)); then mark="  <-- $advice" over=$((over + 1)); fi
  printf '%7s %12s %12s  %s%s\n' "$used" "$xid" "$multi" "$database" "$mark"
done <<<"$ages"
printf '%d databases have used more than %d percent\n' "$over" "$percent"
if [[ -n $holders ]]; then
  mapfile -t lines <<<"$holders"
  printf 'may hold freezing back: %s\n' "${lines[@]}"
fi
