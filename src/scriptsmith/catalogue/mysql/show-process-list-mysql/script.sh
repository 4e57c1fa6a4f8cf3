#!/usr/bin/env bash
# Show the statements that a MySQL or MariaDB server executes now, the longest running first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-process-list-mysql [--seconds N] [--limit N]

List the connections that are busy, with the id of each, how long its state has lasted, and the first
120 characters of its statement. Events that run count as well. Idle connections (Sleep), clients that
log in, replication threads and the server's own are left out. Without the PROCESS privilege only the caller's own would be seen: that is refused. Host,
user and password come from ~/.my.cnf.

  --seconds N  running for at least how long, in seconds (default 0)
  --limit N    how many queries to list (default 30)
  --help       show this text

Exit status: 0 done (also when there are none), 1 the query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-process-list-mysql: %s\n' "$2" >&2
  exit "$1"
}

seconds=0 limit=30
while (($# > 0)); do
  case $1 in
    --seconds | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
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

[[ $seconds =~ ^[0-9]{1,7}$ ]] || die 2 "--seconds takes a whole number of seconds, not ${seconds@Q}"
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not ${limit@Q}"
seconds=$((10#$seconds)) limit=$((10#$limit))
command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

# Without the privilege PROCESS the server shows the caller's own sessions only, and no error.
query 'SELECT COUNT(*) FROM information_schema.innodb_trx' >/dev/null || die 3 "this account lacks the privilege PROCESS, without which other sessions are hidden"
rows=$(query "SELECT id, time, user, COALESCE(NULLIF(IF(host LIKE '%:%', LEFT(host, CHAR_LENGTH(host) - CHAR_LENGTH(SUBSTRING_INDEX(host, ':', -1)) - 1), host), ''), '-'), COALESCE(db, '-'),
  COALESCE(NULLIF(state, ''), '-'), COALESCE(NULLIF(LEFT(info, 120), ''), '-')
  FROM information_schema.processlist
  WHERE command NOT IN ('Sleep', 'Daemon', 'Binlog Dump', 'Binlog Dump GTID', 'Slave_IO', 'Slave_SQL', 'Slave_worker')
    AND user NOT IN ('system user', 'event_scheduler', 'unauthenticated user') AND id <> CONNECTION_ID() AND time >= $seconds
  ORDER BY time DESC, id LIMIT $limit") || die 1 "the process list cannot be read"

listed=0
while IFS=$'\t' read -r id time user host db state info; do
  [[ -n $id ]] || continue
  ((listed > 0)) || printf '%10s %8s  %-16s %-16s %-16s %-24s %s\n' ID SECONDS USER HOST DATABASE STATE STATEMENT
  # Whatever clients sent must not reach the terminal as control characters.
  printf '%10s %8s  %-16s %-16s %-16s %-24s %s\n' "$id" "$time" "${user//[[:cntrl:]]/?}" "${host//[[:cntrl:]]/?}" \
    "${db//[[:cntrl:]]/?}" "${state//[[:cntrl:]]/?}" "${info//[[:cntrl:]]/?}"
  listed=$((listed + 1))
done <<<"$rows"
printf '%d statements listed that have been running for %d s or longer\n' "$listed" "$seconds"
if ((listed == limit)); then printf 'note: there may be more, --limit lists more of them\n'; fi
