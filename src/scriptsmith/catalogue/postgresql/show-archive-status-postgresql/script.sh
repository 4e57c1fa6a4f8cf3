#!/usr/bin/env bash
# Show whether a PostgreSQL server archives its write-ahead log, and what it could not archive.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-archive-status-postgresql

Say how archiving is set up, what was archived last and when, what failed last, and how many segments
wait to be archived: those stay on disk until they are. It does not work when the last try failed,
nothing says how to archive, the command is a mere true, or a segment has waited for more than ten minutes. The connection is made as PGHOST, PGPORT,
PGUSER and ~/.pgpass say; PostgreSQL 12 or later.

  --help  show this text

Exit status: 0 it works, or has not had to, 1 it does not, or a query failed, 2 wrong usage, 3
archiving is off, is left to the primary, or another precondition fails.
EOF
}

die() {
  printf 'show-archive-status-postgresql: %s\n' "$2" >&2
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

answer=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT current_setting('archive_mode'),
       CASE WHEN last_failed_time IS NOT NULL AND last_failed_time > coalesce(last_archived_time, '-infinity')
            THEN 'failing' ELSE 'fine' END,
       archived_count, coalesce(last_archived_wal, 'nothing'), coalesce(date_trunc('second', last_archived_time)::text, 'never'),
       failed_count, coalesce(last_failed_wal, 'nothing'), coalesce(date_trunc('second', last_failed_time)::text, 'never'),
       pg_is_in_recovery(), concat(current_setting('archive_library', true), current_setting('archive_command')) <> '',
       coalesce(current_setting('archive_library', true), '') = '' AND current_setting('archive_command') ~ '^\s*((/usr)?/bin/)?(true|:)\s*$'
FROM pg_stat_archiver;
SQL
)
IFS='|' read -r mode state archived last_wal last_time failed failed_wal failed_time standby how keeps <<<"$answer"
[[ -n $mode ]] || die 1 "the server gave no answer"
[[ $mode != off ]] || die 3 "archive_mode is off: this server archives nothing"
[[ $mode != on || $standby != t ]] || die 3 "this is a standby, and with archive_mode = on only the primary archives"
waiting=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*), coalesce(floor(extract(epoch FROM clock_timestamp() - min(modification)) / 60), 0)
FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready';
SQL
)
IFS='|' read -r ready minutes <<<"$waiting"
[[ $ready =~ ^[0-9]+$ && $minutes =~ ^-?[0-9]+$ ]] || die 1 "the server gave no answer"
printf 'archive_mode: %s\n' "$mode"
printf 'archived: %s segments, the last %s at %s\n' "$archived" "$last_wal" "$last_time"
printf 'failed: %s tries, the last %s at %s\n' "$failed" "$failed_wal" "$failed_time"
printf 'waiting: %s segments, the oldest for %s min\n' "$ready" "$minutes"
[[ $how == t ]] || die 1 "archive_command is empty: nothing is archived, and the log stays on disk"
[[ $keeps == f ]] || die 1 "archive_command is true: it says that all is archived, and keeps nothing"
[[ $state == fine ]] || die 1 "archiving fails: the last try, of $failed_wal at $failed_time, did not succeed (the server's log says why)"
((minutes <= 10)) || die 1 "archiving does not keep up, or is stuck: a segment has waited for $minutes min, and no failure is told"
