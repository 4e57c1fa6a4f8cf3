#!/usr/bin/env bash
# Turn on the slow query log of a MySQL or MariaDB server, with the threshold that is wanted.
#
# Undo: disable-slow-query-log-mysql, and set long_query_time to the former value, which is printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: enable-slow-query-log-mysql [--seconds N] [--dry-run]

Set slow_query_log and long_query_time for the server until its next restart, and say where the log
goes. Sessions that are open keep their own threshold, and on MariaDB are not logged at all, until they
connect again: a pool has to be restarted to be seen. With a threshold of 0 the log grows fast:
watch the disk. Host, user and password come from ~/.my.cnf.

  --seconds N  log statements over this many seconds; 0 logs all of them (default 1)
  --dry-run    say what would be set, change nothing
  --help       show this text

Exit status: 0 it is on (also when it was), 1 it is not, 2 wrong usage, 3 the server logs nowhere
(log_output has NONE), or another precondition fails.
EOF
}

die() {
  printf 'enable-slow-query-log-mysql: %s\n' "$2" >&2
  exit "$1"
}

seconds=1 dry_run=false
while (($# > 0)); do
  case $1 in
    --seconds)
      (($# >= 2)) || die 2 "$1 needs a value"
      seconds=$2
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

[[ $seconds =~ ^[0-9]{1,6}$ ]] || die 2 "--seconds takes a whole number of seconds, not ${seconds@Q}"
seconds=$((10#$seconds))
command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# On (1 or 0), threshold in seconds, destination, file, the directory of a file without one, rows below which none is logged.
look() { query 'SELECT @@GLOBAL.slow_query_log, ROUND(@@GLOBAL.long_query_time, 3), @@GLOBAL.log_output, @@GLOBAL.slow_query_log_file, @@GLOBAL.datadir, @@GLOBAL.min_examined_row_limit'; }

now=$(look) || die 1 "the settings cannot be read"
IFS=$'\t' read -r on threshold output file place rows <<<"$now"
[[ -n $rows ]] || die 1 "the server gave no answer"
[[ ,$output, != *,NONE,* ]] || die 3 "log_output is $output: the server would write no log"
before="slow_query_log $on, long_query_time $threshold"
same() { [[ $on == 1 && $threshold =~ ^$seconds(\.0*)?$ ]]; }

if same; then
  # On is what was asked for, also when its file could not be opened. Asked once more, the server opens it or says why not.
  $dry_run || query 'SET GLOBAL slow_query_log = ON' ||
    die 1 "slow_query_log is on, but nothing tells that it is written: its file cannot be opened, or this account may not set it"
  printf 'on already: statements over %d s\n' "$seconds"
elif $dry_run; then
  printf 'would turn on: the slow query log, for statements over %d s (now %s)\n' "$seconds" "$before"
  exit 0
else
  query "SET GLOBAL long_query_time = $seconds" || die 1 "long_query_time cannot be set"
  query 'SET GLOBAL slow_query_log = ON' || die 1 "slow_query_log cannot be set (the log file may not be writable); before: $before"
  now=$(look) || die 1 "the settings cannot be read any more"
  IFS=$'\t' read -r on threshold output file place rows <<<"$now"
  same || die 1 "not in force: slow_query_log is $on, long_query_time is $threshold"
  printf 'turned on: statements over %d s (before: %s); for sessions that begin from now on\n' "$seconds" "$before"
fi
[[ $file == /* ]] || file=${place%/}/${file#./}
case $output in
  *FILE*TABLE* | *TABLE*FILE*) printf 'written to: %s and the table mysql.slow_log\n' "${file@Q}" ;;
  *FILE*) printf 'written to: %s\n' "${file@Q}" ;;
  *) printf 'written to: the table mysql.slow_log\n' ;;
esac
((rows == 0)) || printf 'note: statements that examine fewer than %d rows are not logged (min_examined_row_limit)\n' "$rows"
