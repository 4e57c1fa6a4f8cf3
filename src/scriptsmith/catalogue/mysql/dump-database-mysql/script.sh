#!/usr/bin/env bash
# Dump one MySQL or MariaDB database to a new compressed file, and check that it is complete.
#
# Undo: remove the file, whose path is printed. gunzip and the mysql client read it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: dump-database-mysql --database NAME --destination DIR [--dry-run]

Write DIR/NAME-YYYYMMDD-HHMMSS.sql.gz with mysqldump in one transaction, with the routines, triggers
and events that the account may see; one that is not seen to have the privileges for them is told, for
they may be missing then. The dump carries no GTIDs, so that it can be read into the same server. InnoDB tables are consistent and stay writable; tables of other engines are named, for they
may change meanwhile. The file belongs to the caller alone, and has its final name only when the
closing line of mysqldump is in it. It is refused when the file system has less than a quarter of
the database's size free, and ends when the dump has taken four fifths of what was free. Host, user and password come from ~/.my.cnf.

  --database NAME    database to dump
  --destination DIR  directory to write the dump into
  --dry-run          say what would be dumped where, write nothing
  --help             show this text

Exit status: 0 dumped, 1 it failed (no file is left), 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'dump-database-mysql: %s\n' "$2" >&2
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
[[ $database =~ ^[A-Za-z0-9_][A-Za-z0-9_$-]{0,63}$ ]] || die 2 "--database takes the name of a database, not ${database@Q}"
[[ -n $destination ]] || die 2 "--destination is required (see --help)"
[[ $destination == /* ]] || destination=./$destination
command -v mysqldump >/dev/null || command -v mariadb-dump >/dev/null || die 3 "mysqldump is not installed"
for tool in gzip df stat tail grep sed tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $destination && -w $destination && -x $destination ]] || die 3 "no directory that can be written: ${destination@Q}"

command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# The name holds letters, digits, _, $ and - only, as was checked above.
# MySQL 8 would tell the size as it has seen it within the last day.
seen=$(query "SET @fresh = 1 /*!80003 , information_schema_stats_expiry = 0 */; SELECT COUNT(*), COALESCE(SUM(data_length), 0), COALESCE(SUM(engine <> 'InnoDB'), 0),
  COALESCE(SUM(table_type = 'SYSTEM VERSIONED'), 0) FROM information_schema.tables
  WHERE table_schema = '$database' AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED')") || die 1 "the tables cannot be read"
IFS=$'\t' read -r tables bytes others versioned <<<"$seen"
[[ $tables =~ ^[0-9]+$ && $bytes =~ ^[0-9]+$ && $versioned =~ ^[0-9]+$ ]] || die 1 "the server gave no answer"
((tables > 0)) || die 3 "there is no database $database with tables that this account may see"
free=$(df --output=avail --block-size=1 -- "$destination" | tail -n 1) || die 3 "cannot tell the space in ${destination@Q}"
((free >= bytes / 4)) || die 3 "only $((free / 1048576)) MiB are free in ${destination@Q}, the database has $((bytes / 1048576)) MiB"
# An account is not shown the triggers and routines that it has no right to, and mysqldump leaves them out without a word.
granted=$(query 'SHOW GRANTS') || die 1 "the privileges of the account cannot be read"
granted=${granted//\\/}
rights() { # PLACE: what is granted there, a regular expression, one a line
  sed -n -E "s/^GRANT (.*) ON ($1) TO .*/\1/p" <<<"$granted" | tr ',' '\n' | sed 's/^ *//'
}
everywhere=$(rights '\*\.\*')
all=$everywhere$'\n'$(rights "[\`'\"]?${database//\$/[$]}[\`'\"]?\.\*")
grep -qxE 'ALL|ALL PRIVILEGES|TRIGGER' <<<"$all" ||
  printf 'note: the account is not seen to have TRIGGER on %s: its triggers may be missing from the dump\n' "$database" >&2
grep -qxE 'ALL|ALL PRIVILEGES|(SHOW CREATE|ALTER|CREATE) ROUTINE|SHOW_ROUTINE|EXECUTE' <<<"$all" || grep -qx SELECT <<<"$everywhere" ||
  printf 'note: the account is not seen to have a right to routines of %s: they may be missing from the dump\n' "$database" >&2
if [[ $versioned != 0 ]]; then printf 'note: the history of %s versioned tables is not in the dump, only what is current\n' "$versioned" >&2; fi
if [[ $others != 0 ]]; then printf 'note: %s tables are not InnoDB and may change during the dump\n' "$others" >&2; fi

printf -v stamp '%(%Y%m%d-%H%M%S)T' -1
file=${destination%/}/$database-$stamp.sql.gz
[[ ! -e $file && ! -e $file.part ]] || die 3 "exists already: ${file@Q}"
if $dry_run; then
  printf 'would dump: database %s (%d tables, %d MiB) to %s\n' "$database" "$tables" "$((bytes / 1048576))" "${file@Q}"
  exit 0
fi

options=(--single-transaction --quick --routines --triggers --events --hex-blob --no-tablespaces --default-character-set=utf8mb4)
# MySQL's own would forbid to read the dump into the server that it comes from, and MariaDB's does not know the option.
gtids=()
dump() { # ARG...: mysqldump, or mariadb-dump as newer packages of MariaDB name it
  if command -v mysqldump >/dev/null; then mysqldump "${gtids[@]}" "$@"; else mariadb-dump "$@"; fi
}
help=$(dump --help 2>/dev/null) || die 3 "mysqldump does not run"
if [[ $help == *set-gtid-purged* ]]; then gtids=(--set-gtid-purged=OFF); fi
umask 077
trap 'rm -f -- "$file.part"' EXIT
# pipefail: a dump that fails is seen although gzip succeeds. The server may write to the same file system, and stops where that is full.
dump "${options[@]}" "$database" |
  (trap '' XFSZ && ulimit -f "$((free / 1280))" && exec gzip -c >"$file.part") ||
  die 1 "mysqldump failed, nothing is kept (of the $((free / 1048576)) MiB that were free a fifth has to stay)"
closing=$(gzip -dc -- "$file.part" | tail -n 3) || die 1 "the dump cannot be read, nothing is kept"
[[ $closing == *'-- Dump completed'* ]] || die 1 "the dump has no closing line, nothing is kept"
mv -n -- "$file.part" "$file"
[[ -s $file && ! -e $file.part ]] || die 1 "could not give the dump its name"
printf 'dumped: database %s, %d tables, %d bytes: %s\n' "$database" "$tables" "$(stat -c %s -- "$file")" "${file@Q}"
