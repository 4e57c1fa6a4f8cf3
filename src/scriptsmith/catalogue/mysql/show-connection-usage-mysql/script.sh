#!/usr/bin/env bash
# Show how many connections of a MySQL or MariaDB server are in use, and who holds them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-connection-usage-mysql

Say how many connections there are now and were at most, of how many that are allowed, how many of
them are busy, and how many attempts failed for lack of a free one (MariaDB leaves out those refused at
the last one, so it is told when the limit was reached); then list who holds them, the
ten accounts with the most, each with its three largest hosts. This session counts too; where all are in use, only an account
with SUPER or CONNECTION_ADMIN gets in. Host, user and password come from ~/.my.cnf.

  --help  show this text

Exit status: 0 done, 1 a query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-connection-usage-mysql: %s\n' "$2" >&2
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

limit=$(query 'SELECT @@GLOBAL.max_connections') || die 1 "the limit cannot be read"
[[ $limit =~ ^[1-9][0-9]*$ ]] || die 1 "the server gave no answer"
counters=$(query "SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected', 'Threads_running', 'Max_used_connections',
  'Connection_errors_max_connections')") || die 1 "the counters cannot be read"
# Without the privilege PROCESS the server shows the caller's own sessions only, and no error.
query 'SELECT COUNT(*) FROM information_schema.innodb_trx' >/dev/null || die 3 "this account lacks the privilege PROCESS, without which other sessions are hidden"
# Not cut by host: one account on a hundred hosts would be a hundred small groups.
holders=$(query "SELECT SUM(n), SUM(idle), account, CONCAT(SUBSTRING_INDEX(GROUP_CONCAT(address, ' (', n, ')' ORDER BY n DESC, address SEPARATOR ', '), ', ', 3),
    IF(COUNT(*) > 3, CONCAT(', ... of ', COUNT(*), ' hosts'), ''))
  FROM (SELECT COUNT(*) AS n, SUM(command = 'Sleep') AS idle, COALESCE(NULLIF(user, ''), '(anonymous)') AS account, COALESCE(NULLIF(IF(host LIKE '%:%',
      LEFT(host, CHAR_LENGTH(host) - CHAR_LENGTH(SUBSTRING_INDEX(host, ':', -1)) - 1), host), ''), '-') AS address
    FROM information_schema.processlist WHERE command <> 'Daemon' AND user <> 'system user' GROUP BY 3, 4) AS sessions
  GROUP BY account ORDER BY 1 DESC, 3 LIMIT 10") ||
  die 1 "the process list cannot be read"

connected=0 busy=0 most=0 refused=0
while IFS=$'\t' read -r name value; do
  [[ $value =~ ^[0-9]+$ ]] || continue
  case ${name,,} in
    threads_connected) connected=$value ;;
    threads_running) busy=$value ;;
    max_used_connections) most=$value ;;
    connection_errors_max_connections) refused=$value ;;
  esac
done <<<"$counters"
((connected > 0)) || die 1 "the server does not count its connections"

printf '%d of %d connections in use (%d percent), %d of them busy\n' "$connected" "$limit" "$((connected * 100 / limit))" "$busy"
printf 'at most since the start: %d; refused for lack of a free one: %d\n' "$most" "$refused"
if ((most >= limit)); then printf 'the limit has been reached since the start: attempts may have been refused that are not counted\n'; fi
printf '\n'
printf '%12s %8s  %-24s %s\n' CONNECTIONS IDLE USER HOSTS
while IFS=$'\t' read -r count idle user host; do
  [[ -z $count ]] || printf '%12s %8s  %-24s %s\n' "$count" "$idle" "${user//[[:cntrl:]]/?}" "${host//[[:cntrl:]]/?}"
done <<<"$holders"
