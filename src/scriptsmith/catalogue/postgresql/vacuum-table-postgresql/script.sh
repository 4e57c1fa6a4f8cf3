#!/usr/bin/env bash
# Vacuum and analyze one PostgreSQL table: space of dead rows can be used again, statistics are fresh.
#
# Undo: not needed, no data changes. Cancel it with Ctrl-C; what is done by then stays done.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: vacuum-table-postgresql --database NAME --table NAME [--dry-run]

Run VACUUM (ANALYZE) on one table. Reading and writing go on meanwhile, on standbys too: the empty end of
the file is not cut off, which would lock out readers there. So the file does not shrink. Dead rows that an old transaction, a replication slot or a standby may still
need stay; that many are left is told. It gives up when it cannot lock the table within 10 seconds, but has no
limit after that: a large table takes hours. The case of the names counts. The connection is made
as PGHOST, PGPORT, PGUSER and ~/.pgpass say; PostgreSQL 12 or later.

  --database NAME  database that the table is in
  --table NAME     table, as SCHEMA.TABLE or TABLE in schema public
  --dry-run        say what would be vacuumed, change nothing
  --help           show this text

Exit status: 0 it was vacuumed, 1 it was not, 2 wrong usage, 3 no such table or another
precondition fails.
EOF
}

die() {
  printf 'vacuum-table-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' table='' dry_run=false
while (($# > 0)); do
  case $1 in
    --database | --table)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --table) table=$2 ;;
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

[[ -n $database ]] || die 2 "--database is required (see --help)"
[[ $database =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$ ]] || die 2 "--database takes the name of a database, not ${database@Q}"
[[ -n $table ]] || die 2 "--table is required (see --help)"
[[ $table =~ ^[A-Za-z_][A-Za-z0-9_$]{0,62}(\.[A-Za-z_][A-Za-z0-9_$]{0,62})?$ ]] || die 2 "--table takes a table, with its schema or without, not ${table@Q}"
schema=public name=$table
if [[ $table == *.* ]]; then schema=${table%%.*} name=${table#*.}; fi

command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2 when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "$database" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to database $database (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

look() { # how often it was vacuumed by hand, and how many tables it is; dead rows and size; nothing without such a table
  sql -At -v schema="$schema" -v name="$name" <<'SQL'
SET SESSION statement_timeout = '30s';
WITH wanted AS (SELECT c.oid, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = :'schema' AND c.relname = :'name' AND c.relkind IN ('r', 'm', 't', 'p')),
     held AS (SELECT oid FROM wanted WHERE relkind <> 'p'
              UNION SELECT p.relid FROM wanted, pg_partition_tree(oid) AS p WHERE relkind = 'p' AND p.isleaf)
SELECT format('%s|%s|%s dead rows, %s', sum(s.vacuum_count), count(*), sum(s.n_dead_tup), pg_size_pretty(sum(pg_total_relation_size(s.relid)))) ||
       CASE WHEN (SELECT relkind FROM wanted) = 'p' THEN format(', %s partitions', count(*)) ELSE '' END
FROM held JOIN pg_stat_all_tables s ON s.relid = held.oid HAVING count(*) > 0;
SQL
}

before=$(look)
[[ -n $before ]] || die 3 "database $database has no table $schema.$name (or one without partitions)"
IFS='|' read -r times tables before <<<"$before"
if $dry_run; then
  printf 'would vacuum: %s.%s (%s)\n' "$schema" "$name" "$before"
  exit 0
fi

printf 'it has no limit of time; Ctrl-C ends it, and what is done by then stays done\n'
# The server quotes the name, and \gexec runs what it gives. To truncate the file would lock out readers, on a standby for long.
sql -At -v schema="$schema" -v name="$name" <<'SQL'
SET SESSION lock_timeout = '10s';
SET SESSION statement_timeout = 0;
SELECT format('VACUUM (ANALYZE, TRUNCATE FALSE) %I.%I', :'schema', :'name') \gexec
SQL

# A server that may not vacuum a table, or a partition, only warns. Its counters may be a moment late.
# Of a partitioned table only the partitions are counted, and each of them must have been.
for try in 1 2 3 4 5; do
  after=$(look)
  IFS='|' read -r times_now _ after <<<"$after"
  if [[ $times_now =~ ^[0-9]+$ ]] && ((times_now >= times + tables)); then
    printf 'vacuumed: %s.%s (before: %s; now: %s)\nits file does not shrink: new rows use the space\n' "$schema" "$name" "$before" "$after"
    dead=${after%% *} dead_before=${before%% *}
    ((dead < 100 || dead * 2 < dead_before)) ||
      printf 'note: %d dead rows are left: an old transaction (also a prepared one), a replication slot or a standby with hot_standby_feedback may still need them\n' "$dead" >&2
    exit 0
  fi
  ((try == 5)) || sleep 1
done
die 1 "the server does not count a vacuum of $schema.$name, or not of all its partitions: is this role the owner, and track_counts on?"
