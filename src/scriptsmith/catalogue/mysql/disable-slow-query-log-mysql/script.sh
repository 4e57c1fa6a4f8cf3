#!/usr/bin/env bash
# Turn off the slow query log of a MySQL or MariaDB server.
#
# Undo: SET GLOBAL slow_query_log = ON on the server that it prints; the threshold is not changed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-slow-query-log-mysql [--dry-run]

Set slow_query_log to OFF for the server until its next restart, which reads the configuration (and
what SET PERSIST has kept) again. What was written stays: the file or
table is named, and its space is not freed. Host, user and password come from ~/.my.cnf.

  --dry-run  say what would be set, change nothing
  --help     show this text

Exit status: 0 it is off (also when it was), 1 it is not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disable-slow-query-log-mysql: %s\n' "$2" >&2
  exit "$1"
}

dry_run=false
while (($# > 0)); do
  case $1 in
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

command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

look() { query 'SELECT @@GLOBAL.slow_query_log, @@GLOBAL.log_output, @@GLOBAL.slow_query_log_file, @@GLOBAL.datadir'; }

now=$(look) || die 1 "the setting cannot be read"
IFS=$'\t' read -r on output file place <<<"$now"
case $on in
  0)
    printf 'off already\n'
    exit 0
    ;;
  1) ;;
  *) die 1 "the server gave no answer" ;;
esac
[[ $file == /* ]] || file=${place%/}/${file#./}
where=${file@Q}
case $output in
  *FILE*TABLE* | *TABLE*FILE*) where+=' and the table mysql.slow_log' ;;
  *TABLE*) where='the table mysql.slow_log' ;;
  *NONE*) where='no place (log_output is NONE)' ;;
esac
if $dry_run; then
  printf 'would turn off: the slow query log in %s\n' "$where"
  exit 0
fi

server=$(query "SELECT CONCAT(@@GLOBAL.hostname, ' port ', @@GLOBAL.port)") || die 1 "the server does not tell its name"
query 'SET GLOBAL slow_query_log = OFF' || die 1 "slow_query_log cannot be set"
now=$(look) || die 1 "the setting cannot be read any more"
[[ ${now%%$'\t'*} == 0 ]] || die 1 "the slow query log is still on"
printf 'turned off, until the next restart of the server: what was logged stays in %s\n' "$where"
printf 'undo, on the server %s: SET GLOBAL slow_query_log = ON\n' "${server//[[:cntrl:]]/?}"
