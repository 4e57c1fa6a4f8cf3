#!/usr/bin/env bash
# Rebuild one PostgreSQL index with REINDEX CONCURRENTLY, and check that the new one is valid.
#
# Undo: not needed, the index stays the same but for its file. If it fails, an invalid index with the
# ending _ccnew may remain: DROP INDEX CONCURRENTLY removes that.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reindex-index-postgresql --database NAME --index NAME [--dry-run]

Build a new copy of an index beside the old one and swap them; reading and writing go on. It needs
space for a second copy (its size is printed), PostgreSQL 12 or later, and waits for all older
transactions: with one that stays open it waits as long. There is no time limit; Ctrl-C cancels.
PostgreSQL 14 before 14.4, whose indexes may lack rows after this, is refused.
The case of the names counts. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME  database that the index is in
  --index NAME     index, as SCHEMA.INDEX or INDEX in schema public
  --dry-run        say what would be rebuilt, change nothing
  --help           show this text

Exit status: 0 it was rebuilt and is valid, 1 it was not, 2 wrong usage, 3 no such index or another
precondition fails.
EOF
}

die() {
  printf 'reindex-index-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' index='' dry_run=false
while (($# > 0)); do
  case $1 in
    --database | --index)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --index) index=$2 ;;
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
[[ -n $index ]] || die 2 "--index is required (see --help)"
[[ $index =~ ^[A-Za-z_][A-Za-z0-9_$]{0,62}(\.[A-Za-z_][A-Za-z0-9_$]{0,62})?$ ]] || die 2 "--index takes an index, with its schema or without, not ${index@Q}"
schema=public name=$index
if [[ $index == *.* ]]; then schema=${index%%.*} name=${index#*.}; fi

command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "$database" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to database $database (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

look() { # VERSION|FILE|valid or invalid|SIZE|LEFTOVERS of an earlier try; nothing when there is no such index
  sql -At -v schema="$schema" -v name="$name" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT current_setting('server_version_num'), pg_relation_filenode(c.oid),
       CASE WHEN i.indisvalid THEN 'valid' ELSE 'invalid' END, pg_size_pretty(pg_relation_size(c.oid)),
       (SELECT coalesce(string_agg(o.relname, ' '), '') FROM pg_class o JOIN pg_index oi ON oi.indexrelid = o.oid
        WHERE oi.indrelid = i.indrelid AND NOT oi.indisvalid AND o.relname ~ '_cc(new|old)[0-9]*$'
          -- What another session builds now is locked by it all the time.
          AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.relation = o.oid AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
                          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_index i ON i.indexrelid = c.oid
WHERE n.nspname = :'schema' AND c.relname = :'name' AND c.relkind = 'i';
SQL
}

before=$(look)
[[ -n $before ]] || die 3 "database $database has no index $schema.$name (an index of a partitioned table is rebuilt by partition)"
IFS='|' read -r version file state size leftovers <<<"$before"
[[ $version =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
((version >= 120000)) || die 3 "the server cannot rebuild an index concurrently before PostgreSQL 12"
((version < 140000 || version >= 140004)) || die 3 "PostgreSQL 14 before 14.4 may build an index concurrently that lacks rows: update it first"
if [[ -n $leftovers ]]; then
  printf 'note: an earlier rebuild left behind: %s\n' "$leftovers"
fi
# Who only reads, and is between two statements, holds no snapshot and is not waited for.
open=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT format('%s now, the oldest since %s, and %s prepared', count(*), coalesce(date_trunc('second', min(xact_start))::text, 'no time that is told'),
              (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()))
FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type <> 'autovacuum worker'
  AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL);
SQL
)
[[ -n $open ]] || die 1 "the server gave no answer"
printf 'it waits for the transactions that are open in %s (%s), has no limit of time, and needs room for a second copy; Ctrl-C ends it\n' "$database" "$open"
if $dry_run; then
  printf 'would rebuild: %s.%s (%s, %s, needs as much again)\n' "$schema" "$name" "$state" "$size"
  exit 0
fi

# REINDEX takes no parameters: the server quotes the name, and \gexec runs what it gives.
if ! (sql -At -v schema="$schema" -v name="$name") <<'SQL'
SET SESSION statement_timeout = 0;
SET SESSION lock_timeout = 0;
SELECT format('REINDEX INDEX CONCURRENTLY %I.%I', :'schema', :'name') \gexec
SQL
then
  after=$(look) || die 1 "the connection was lost while $schema.$name was rebuilt: look for it, and for an invalid index that ends in _ccnew"
  IFS='|' read -r _ _ _ _ leftovers <<<"$after"
  die 1 "$schema.$name was not rebuilt${leftovers:+; invalid, and to be dropped: $leftovers}"
fi

after=$(look)
IFS='|' read -r _ new_file new_state new_size _ <<<"$after"
[[ -n $after && $new_file != "$file" ]] || die 1 "$schema.$name is the same as before"
[[ $new_state == valid ]] || die 1 "$schema.$name was rebuilt and is $new_state"
printf 'rebuilt: %s.%s (before: %s, %s; now: %s, %s)\n' "$schema" "$name" "$state" "$size" "$new_state" "$new_size"
