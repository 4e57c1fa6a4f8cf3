#!/usr/bin/env bash
# Check all the tables of one MySQL or MariaDB database for corruption; nothing is repaired.
# MySQL, and MariaDB before 10.6.9, stop themselves where the check finds an InnoDB page damaged.
#
# Undo: nothing to undo, no data is changed; a server that stopped has to be started again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-tables-mysql --database NAME [--force CHOICE] [--dry-run]

Run mysqlcheck --check on a database and list each table that is not in order, or that cannot be
checked because its engine has no check. The tables are read whole: it takes long, it costs disk
bandwidth, and writers to the table under check wait. A table that is found damaged may be marked so.
MySQL, and MariaDB before 10.6.9, stop themselves where they find an InnoDB page damaged, and may not
start again without innodb_force_recovery: on one that takes writes that is refused unless --force yes
is given; check a replica, or a copy that was restored. Nothing is repaired: have a dump or a backup at
hand first. Host, user and password come from ~/.my.cnf.

  --database NAME  database whose tables are checked
  --force CHOICE   yes: check also where a server that takes writes may stop itself (default no)
  --dry-run        say how much would be checked, check nothing
  --help           show this text

Exit status: 0 all tables are in order, 1 some is not or the check failed, 2 wrong usage, 3 no such
database, or another precondition fails.
EOF
}

die() {
  printf 'check-tables-mysql: %s\n' "$2" >&2
  exit "$1"
}

database='' force=no dry_run=false
while (($# > 0)); do
  case $1 in
    --database | --force)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --force) force=$2 ;;
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
[[ $force == yes || $force == no ]] || die 2 "--force takes yes or no, not ${force@Q}"
command -v mysqlcheck >/dev/null || command -v mariadb-check >/dev/null || die 3 "mysqlcheck is not installed"
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
size=$(query "SET @fresh = 1 /*!80003 , information_schema_stats_expiry = 0 */; SELECT COUNT(*), ROUND(COALESCE(SUM(data_length + index_length), 0) / 1048576),
  COALESCE(SUM(engine IS NULL OR engine = 'InnoDB'), 0), @@GLOBAL.read_only FROM information_schema.tables
  WHERE table_schema = '$database' AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED')") || die 1 "the tables cannot be read"
IFS=$'\t' read -r tables mib inno passive < <(printf '%s\n' "$size")
[[ $tables =~ ^[0-9]+$ && $inno =~ ^[0-9]+$ ]] || die 1 "the server gave no answer"
((tables > 0)) || die 3 "there is no database $database with tables that this account may see"
risk='' # newer MariaDB reports a damaged page and goes on
if ((inno > 0)); then risk="the server (${version//[^A-Za-z0-9.+~-]/?}) may stop itself where it finds an InnoDB page damaged"; fi
if [[ $version =~ ^([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})-.*MariaDB ]]; then
  release=$((10#${BASH_REMATCH[1]} * 10000 + 10#${BASH_REMATCH[2]} * 100 + 10#${BASH_REMATCH[3]}))
  if ((release >= 101000 || (release >= 100609 && release < 100700))); then risk=''; fi
fi
if $dry_run; then
  printf 'would check: %d tables of %s, about %d MiB\n' "$tables" "$database" "$mib"
  [[ -z $risk ]] || printf 'note: %s\n' "$risk" >&2
  exit 0
fi
[[ -z $risk || $force == yes || $passive == 1 ]] || die 3 "refused: $risk, and it takes writes; check a replica or a restored copy (--force yes overrides)"
[[ -z $risk ]] || printf 'warning: %s; its error log then says whether it starts again without innodb_force_recovery\n' "$risk" >&2

# It ends with 0 even when a table is corrupt: what it prints is what counts. A table in order is
# one line "shop.orders   OK"; another is its name alone, followed by lines "error : …".
checked() { # ARG...: mysqlcheck, or mariadb-check as newer packages of MariaDB name it
  if command -v mysqlcheck >/dev/null; then mysqlcheck "$@"; else mariadb-check "$@"; fi
}
answer=$(checked --check --auto-repair=0 "$database") || die 1 "the check did not come to its end${risk:+; see whether the server runs, as it may have stopped itself}"
good=0 bad=0 unchecked=0 table='' counted=''
while IFS= read -r line; do
  line=${line//[[:cntrl:]]/?}
  case $line in
    *' OK') good=$((good + 1)) ;;
    [Ww]arning*:*) printf '%s: %s\n' "$table" "$line" ;;
    [Ee]rror*:*)
      printf '%s: %s\n' "$table" "$line"
      if [[ $table != "$counted" ]]; then bad=$((bad + 1)) counted=$table; fi
      ;;
    [Nn]ote*:*"doesn't support check"*)
      printf 'not checked: %s\n' "$table"
      unchecked=$((unchecked + 1))
      ;;
    [Nn]ote*:* | [Ii]nfo*:* | [Ss]tatus*:* | '') ;;
    *) table=$line ;;
  esac
done < <(printf '%s\n' "$answer")
((good + bad + unchecked > 0)) || die 1 "mysqlcheck told of no table"
printf '%d tables in order, %d damaged, %d that cannot be checked\n' "$good" "$bad" "$unchecked"
((good + bad + unchecked >= tables)) || die 1 "mysqlcheck told of $((good + bad + unchecked)) of $tables tables only"
((bad == 0)) || die 1 "$bad tables of $database are damaged"
