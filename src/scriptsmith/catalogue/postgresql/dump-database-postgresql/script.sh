#!/usr/bin/env bash
# Dump one PostgreSQL database to a new file in the custom format, and check that it can be read.
#
# Undo: remove the file, whose path is printed. pg_restore reads it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: dump-database-postgresql --database NAME --destination DIR [--dry-run]

Write DIR/NAME-YYYYMMDD-HHMMSS.dump with pg_dump in its compressed custom format. The file belongs to
the caller alone, and has its final name only when it is complete and pg_restore has read it to its
end. Roles, tablespaces and other databases are not in it, nor rows of foreign tables, nor, on a standby, of unlogged ones. It is refused when the file system has less than a
quarter of the database's size free, and ends when the dump has taken four fifths of what was free: the server
may write to the same file system, and stops where that is full. There is no time limit; tables that stay locked for 30 seconds
end it. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME    database to dump
  --destination DIR  directory to write the dump into
  --dry-run          say what would be dumped where, write nothing
  --help             show this text

Exit status: 0 dumped, 1 it failed (no file is left), 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'dump-database-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' destination='' dry_run=false
while (($# > 0)); do
  case $1 in
    --database | --destination)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --destination) destination=$2 ;;
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
[[ -n $destination ]] || die 2 "--destination is required (see --help)"
[[ $destination == /* ]] || destination=./$destination
for tool in pg_dump pg_restore df stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $destination && -w $destination && -x $destination ]] || die 3 "no directory that can be written: ${destination@Q}"

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

facts=$(sql -At <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT pg_database_size(current_database()), (SELECT count(*) FROM pg_class WHERE pg_is_in_recovery() AND relkind = 'r' AND relpersistence = 'u'), (SELECT count(*) FROM pg_foreign_table);
SQL
)
IFS='|' read -r bytes unlogged foreign <<<"$facts"
[[ $bytes =~ ^[0-9]+$ && $unlogged =~ ^[0-9]+$ && $foreign =~ ^[0-9]+$ ]] || die 1 "the server does not tell the size of $database"
((unlogged == 0)) || printf 'note: a standby has no rows of unlogged tables: those of %d tables are not in the dump\n' "$unlogged"
((foreign == 0)) || printf 'note: what the %d foreign tables show lies elsewhere, and their rows are not in the dump\n' "$foreign"
free=$(df --output=avail --block-size=1 -- "$destination" | tail -n 1) || die 3 "cannot tell the space in ${destination@Q}"
((free >= bytes / 4)) || die 3 "only $((free / 1048576)) MiB are free in ${destination@Q}, the database has $((bytes / 1048576)) MiB"

printf -v stamp '%(%Y%m%d-%H%M%S)T' -1
file=${destination%/}/$database-$stamp.dump
[[ ! -e $file && ! -e $file.part ]] || die 3 "exists already: ${file@Q}"
if $dry_run; then
  printf 'would dump: database %s (%d MiB) to %s\n' "$database" "$((bytes / 1048576))" "${file@Q}"
  exit 0
fi

umask 077
trap 'rm -f -- "$file.part"' EXIT
# The server may write its WAL there too, and stops where that is full. Without the trap the limit would end pg_dump without a word.
(trap '' XFSZ && ulimit -f "$((free / 1280))" && pg_dump -w --format=custom --lock-wait-timeout=30000 --file="$file.part" --dbname="$database") ||
  die 1 "pg_dump failed, nothing is kept (of the $((free / 1048576)) MiB that were free a fifth has to stay)"
[[ -s $file.part ]] || die 1 "pg_dump wrote nothing"
contents=$(pg_restore --list "$file.part") || die 1 "the dump cannot be read, nothing is kept"
pg_restore --file=/dev/null "$file.part" || die 1 "the dump cannot be read to its end, nothing is kept"
tables=0
while read -r line; do [[ $line != [0-9]*' TABLE DATA '* ]] || tables=$((tables + 1)); done <<<"$contents"
mv -n -- "$file.part" "$file"
[[ -s $file && ! -e $file.part ]] || die 1 "could not give the dump its name"
printf 'dumped: database %s, %d tables with data, %d bytes: %s\n' "$database" "$tables" "$(stat -c %s -- "$file")" "${file@Q}"
printf 'note: roles and their passwords are not in it, pg_dumpall --roles-only writes them\n'
