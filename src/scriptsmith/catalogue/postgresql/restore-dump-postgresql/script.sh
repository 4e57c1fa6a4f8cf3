#!/usr/bin/env bash
# Restore a dump of one PostgreSQL database into a database that is new or empty.
#
# Undo: dropdb NAME, as it prints, on the same server, for the database was empty before.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restore-dump-postgresql --file FILE --database NAME [--no-owner yes|no] [--dry-run]

Restore a dump of pg_dump (custom or tar format, a directory, or plain SQL, also with gzip) in one
transaction: everything or nothing. The database is made when there is none; one that holds any
table is refused, so nothing is ever overwritten; so is a dump that was cut short. Restore beside the damaged database, look at it,
set the owner, the rights and the settings of the database itself, which are not restored, and rename. The roles that own
the objects, or were granted rights to them, must exist, or give --no-owner yes, which restores no rights either. Statistics are gathered at the end. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say. Run a
dump only from where you trust: it may hold any statement.

  --file FILE        the dump
  --database NAME    database to restore into, made when there is none
  --no-owner yes|no  yes: everything belongs to the role that restores, and no rights are
                     granted (archives only) (default no)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 restored, 1 failed (nothing of it is in the database, or it says so), 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'restore-dump-postgresql: %s\n' "$2" >&2
  exit "$1"
}

file='' database='' no_owner=no dry_run=false
while (($# > 0)); do
  case $1 in
    --file | --database | --no-owner)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --database) database=$2 ;;
        --no-owner) no_owner=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ -n $database ]] || die 2 "--database is required (see --help)"
[[ $database =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$ ]] || die 2 "--database takes the name of a database, not ${database@Q}"
[[ $no_owner == yes || $no_owner == no ]] || die 2 "--no-owner takes yes or no, not ${no_owner@Q}"
[[ $file == /* ]] || file=./$file
for tool in pg_restore createdb gzip head tr tail awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "$at" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

[[ -r $file ]] || die 3 "cannot read ${file@Q}"
# What it is, by its first bytes and never by its name.
kind=archive unpack=(cat)
if [[ -d $file ]]; then
  [[ -s $file/toc.dat ]] || die 3 "a directory, but no dump: ${file@Q} has no toc.dat"
  # pg_restore takes data that are not compressed and were cut off for whole ones. pg_dump ends them with two empty lines.
  for part in "$file"/[0-9]*.dat; do
    [[ ! -e $part || $(tail -c 2 -- "$part" && printf x) == $'\n\nx' ]] || die 3 "cut off: ${part@Q} lacks its end"
  done
else
  start=$(head -c 512 -- "$file" | LC_ALL=C tr -c '[:print:]' '?')
  if [[ $start == '??'* ]]; then
    unpack=(gzip -dc)
    start=$({ gzip -dc -- "$file" 2>/dev/null || true; } | head -c 512 | LC_ALL=C tr -c '[:print:]' '?')
    [[ $start == --* ]] || die 3 "no dump of PostgreSQL, or an archive inside of gzip: ${file@Q}"
  fi
  case $start in
    PGDMP* | toc.dat*) ;;
    '--'*'PostgreSQL database cluster dump'*) die 3 "refused: ${file@Q} is a dump of a whole cluster" ;;
    '--'*'PostgreSQL database dump'*) kind=SQL ;;
    *) die 3 "no dump of PostgreSQL: ${file@Q}" ;;
  esac
fi
if [[ $kind == archive ]]; then
  pg_restore --list "$file" >/dev/null || die 3 "damaged, or newer than this pg_restore: ${file@Q}"
  if [[ -f $file && $start == toc.dat* ]]; then # pg_restore takes a tar archive that ends too early for a whole one
    command -v tar >/dev/null || die 3 "tar is not installed"
    last=$(tar -tf "$file" 2>/dev/null | tail -n 1) || die 3 "damaged or cut off: ${file@Q}"
    [[ $last == restore.sql ]] || die 3 "cut off: ${file@Q} has no restore.sql at its end"
  fi
else
  [[ $no_owner == no ]] || die 2 "--no-owner is for archives; ${file@Q} is plain SQL"
  # A line of data never begins with one backslash and letters; \connect would restore into another database. A dump that
  # was cut short lacks its closing line, and psql would take what there is. All of it is read: who stops reading at a
  # match ends the other side of the pipe by a signal, and that would look like a failure.
  facts=$("${unpack[@]}" -- "$file" | LC_ALL=C awk '
    /^\\connect / { connects = 1 }
    $0 == "-- PostgreSQL database dump complete" { closing = NR }
    END { print connects + 0, closing && NR - closing < 12 }') || die 3 "damaged or cut off: ${file@Q}"
  [[ $facts != 1* ]] || die 3 "refused: ${file@Q} names its own database (pg_dump --create)"
  [[ $facts == *1 ]] || die 3 "cut off: ${file@Q} has no closing line"
fi

at=postgres
there=$(sql -At -v name="$database" <<'SQL'
SELECT count(*) FROM pg_database WHERE datname = :'name';
SQL
)
if [[ $there == 1 ]]; then
  at=$database
  tables=$(sql -At <<'SQL'
SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind IN ('r', 'p', 'f', 'm') AND nspname <> 'information_schema' AND nspname !~ '^pg_';
SQL
)
  [[ $tables == 0 ]] || die 3 "refused: database $database holds $tables tables; restore into a new one and rename it"
  printf 'database %s is there and empty\n' "$database"
elif [[ $there == 0 ]]; then
  printf 'database %s is not there\n' "$database"
else
  die 1 "the server gave no answer"
fi
printf 'note: the room on the server is not looked at, and where its disk fills up it stops: a database takes several times its dump, and as much in its log\n'
if $dry_run; then
  printf 'would restore: %s (%s) into database %s\n' "${file@Q}" "$kind" "$database"
  exit 0
fi
[[ $there == 1 ]] || createdb -w --template=template0 -- "$database" || die 1 "could not make database $database"
at=$database
if [[ $kind == archive ]]; then
  options=(--single-transaction --exit-on-error)
  [[ $no_owner == no ]] || options+=(--no-owner --no-privileges) # a GRANT to a role that is not here would fail too
  pg_restore -w "${options[@]}" --dbname="$database" "$file" || die 1 "pg_restore failed; database $database is there, and empty"
else
  "${unpack[@]}" -- "$file" | psql -Xwq -v ON_ERROR_STOP=1 -d "$database" -1 -f - >/dev/null || die 1 "psql failed; database $database is there, and empty"
fi
tables=$(
  sql -At <<'SQL'
SET SESSION statement_timeout = 0;
ANALYZE;
SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind IN ('r', 'p', 'f', 'm') AND nspname <> 'information_schema' AND nspname !~ '^pg_';
SQL
) || die 1 "${file@Q} is restored into database $database, but no statistics were gathered (ANALYZE)"
printf 'restored: %s into database %s, which has %s tables now\n' "${file@Q}" "$database" "$tables"
printf 'note: the owner, the rights and the settings of the database itself are not restored: set them before you rename it (in psql \\l and \\drds show those of the damaged one)\n'
[[ $no_owner == no ]] || printf 'note: who may do what (GRANT) was not restored: only the role that restored has rights here\n'
printf 'undo: %s%s%sdropdb -- %q\n' "${PGHOST:+PGHOST=${PGHOST@Q} }" "${PGPORT:+PGPORT=${PGPORT@Q} }" "${PGUSER:+PGUSER=${PGUSER@Q} }" "$database"
