#!/usr/bin/env bash
# Show the size of each database of a MySQL or MariaDB server, largest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-database-sizes-mysql

List the databases that this account may see with data, indexes, free space within the files, and the
number of tables. The numbers are the server's statistics and leave
out binary logs, undo logs and temporary files. Host, user and password come from ~/.my.cnf.

  --help  show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-database-sizes-mysql: %s\n' "$2" >&2
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

command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# MySQL 8 would tell the sizes as it has seen them within the last day.
rows=$(query "SET @fresh = 1 /*!80003 , information_schema_stats_expiry = 0 */; SELECT s.schema_name, ROUND(COALESCE(SUM(t.data_length), 0) / 1048576), ROUND(COALESCE(SUM(t.index_length), 0) / 1048576),
  ROUND(COALESCE(SUM(t.data_free), 0) / 1048576), COUNT(t.table_name)
  FROM information_schema.schemata s
  LEFT JOIN information_schema.tables t ON t.table_schema = s.schema_name AND t.table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'SEQUENCE')
  WHERE s.schema_name NOT IN ('information_schema', 'performance_schema')
  GROUP BY s.schema_name ORDER BY COALESCE(SUM(t.data_length + t.index_length), 0) DESC, 1") || die 1 "the sizes cannot be read"
[[ -n $rows ]] || die 1 "this account sees no database"

total=0
printf '%12s %12s %12s %8s  %s\n' DATA-MiB INDEX-MiB FREE-MiB TABLES DATABASE
while IFS=$'\t' read -r database data indexes free tables; do
  [[ $data =~ ^[0-9]+$ && $indexes =~ ^[0-9]+$ ]] || die 1 "the server's answer is not understood"
  printf '%12s %12s %12s %8s  %s\n' "$data" "$indexes" "$free" "$tables" "${database//[[:cntrl:]]/?}"
  total=$((total + data + indexes))
done <<<"$rows"
printf 'together %d MiB of data and indexes, in databases that this account may see; binary logs, undo logs, temporary files and what is free in the files come on top\n' "$total"
