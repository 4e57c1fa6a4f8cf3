#!/usr/bin/env bash
# Find the tables of a MySQL or MariaDB server that take the most space.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-largest-tables-mysql [--database NAME] [--limit N]

List the N largest tables with data, indexes, space that is free within the file, engine and about how
many rows there are. What is free in a file of the table's own counts too, for it is on the disk; to see
which tables have one takes the privilege PROCESS. Binary logs and undo logs are no tables. The numbers
are the server's statistics. Host, user and password come from ~/.my.cnf.

  --database NAME  only tables of this database, or all (default all)
  --limit N        how many tables to list (default 10)
  --help           show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 no such database, or another precondition
fails.
EOF
}

die() {
  printf 'find-largest-tables-mysql: %s\n' "$2" >&2
  exit "$1"
}

database=all limit=10
while (($# > 0)); do
  case $1 in
    --database | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --limit) limit=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $database =~ ^[A-Za-z0-9_][A-Za-z0-9_$-]{0,63}$ ]] || die 2 "--database takes the name of a database, not ${database@Q}"
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not ${limit@Q}"
limit=$((10#$limit))
command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

where=''
if [[ $database != all ]]; then
  # The name holds letters, digits, _, $ and - only, as was checked above.
  where="AND table_schema = '$database'"
  known=$(query "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = '$database'") ||
    die 1 "the databases cannot be read"
  # Without regard to case there may be two of that name.
  [[ $known != 0 ]] || die 3 "there is no database $database that this account may see"
fi
counted='free space in files of one table only'
# MySQL 8 would tell the sizes as it has seen them within the last day.
select="SET @fresh = 1 /*!80003 , information_schema_stats_expiry = 0 */; SELECT ROUND(COALESCE(data_length, 0) / 1048576), ROUND(COALESCE(index_length, 0) / 1048576),
  ROUND(COALESCE(data_free, 0) / 1048576), COALESCE(table_rows, 0), COALESCE(engine, '-'), CONCAT(table_schema, '.', table_name)
  FROM information_schema.tables WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') AND table_schema NOT IN ('information_schema', 'performance_schema') $where
  ORDER BY COALESCE(data_length, 0) + COALESCE(index_length, 0)"
# Each table of a shared file (ibdata1, a general tablespace) is told with all that is free in that file. MySQL 8 calls innodb_sys_tables otherwise.
rows=$(query "$select + COALESCE(data_free, 0) * (CAST(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(table_schema, '/', table_name), '-', '@002d'), '\$', '@0024'), ' ', '@0020'),
  '.', '@002e') AS BINARY) IN (SELECT CAST(SUBSTRING_INDEX(name, '#', 1) AS BINARY) FROM information_schema.
  /*!80003 innodb_tables AS it JOIN (SELECT 1 AS one) AS */ innodb_sys_tables WHERE space_type = 'Single')) DESC, 6 LIMIT $limit") || {
  counted='no free space, for which tables have a file of their own cannot be read (that takes the privilege PROCESS)'
  rows=$(query "$select DESC, 6 LIMIT $limit") || die 1 "the tables cannot be read"
}

listed=0
while IFS=$'\t' read -r data indexes free about engine table; do
  [[ -n $data ]] || continue
  ((listed > 0)) || printf '%10s %10s %10s %14s %-12s %s\n' DATA-MiB INDEX-MiB FREE-MiB ABOUT-ROWS ENGINE TABLE
  printf '%10s %10s %10s %14s %-12s %s\n' "$data" "$indexes" "$free" "$about" "$engine" "${table//[[:cntrl:]]/?}"
  listed=$((listed + 1))
done <<<"$rows"
printf '%d tables listed of those that this account may see, by the statistics of the server\n' "$listed"
printf 'counted is %s; not counted are binary logs, undo, ibtmp1 and temporary tables\n' "$counted"
