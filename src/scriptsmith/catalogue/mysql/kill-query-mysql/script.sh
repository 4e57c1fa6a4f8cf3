#!/usr/bin/env bash
# Kill the statement that a MySQL or MariaDB connection is executing when it is told to; the connection stays.
#
# Undo: none. Changes of transactional tables are rolled back, which may take as long as it ran; those of MyISAM stay.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: kill-query-mysql --id ID [--dry-run]

Send KILL QUERY for connection ID and wait up to 10 seconds until its statement has ended. The
connection stays open. One that executes nothing is left alone, and threads of the server itself
(replication, events) are refused, and so is a REPAIR or OPTIMIZE, which would leave a MyISAM table
that cannot be used. What it was executing is printed. Host, user and password come from ~/.my.cnf.

  --id ID    id of the connection in the process list
  --dry-run  say what would be killed, kill nothing
  --help     show this text

Exit status: 0 it no longer runs, 1 it still runs or could not be killed, 2 wrong usage, 3 no such
connection or another precondition fails.
EOF
}

die() {
  printf 'kill-query-mysql: %s\n' "$2" >&2
  exit "$1"
}

id='' dry_run=false
while (($# > 0)); do
  case $1 in
    --id)
      (($# >= 2)) || die 2 "$1 needs a value"
      id=$2
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

[[ -n $id ]] || die 2 "--id is required (see --help)"
[[ $id =~ ^0*[1-9][0-9]{0,14}$ ]] || die 2 "--id takes the id of a connection, not ${id@Q}"
id=$((10#$id))
command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
server=$(query "SELECT CONCAT(@@hostname, ':', @@port)") || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $server ]] || die 3 "the server gave no answer"

# USER, COMMAND, SECONDS and STATEMENT; nothing when there is no such connection.
look() {
  query "SELECT user, command, time, COALESCE(NULLIF(LEFT(info, 120), ''), '-') FROM information_schema.processlist WHERE id = $id"
}

seen=$(look) || die 1 "the process list cannot be read"
[[ -n $seen ]] || die 3 "there is no connection $id (or it belongs to somebody else, and this account lacks PROCESS)"
IFS=$'\t' read -r user command time info <<<"$seen"
[[ $time =~ ^[0-9]+$ ]] || time=0
told="on $server, user ${user//[[:cntrl:]]/?}, for $time s: ${info//[[:cntrl:]]/?}"
case $command in
  Sleep)
    printf 'nothing to kill: connection %d on %s is idle, and keeps what it has locked\n' "$id" "$server"
    exit 0
    ;;
  Query | Execute | 'Field List' | 'Long Data' | 'Fetch' | Killed) ;;
  *) die 3 "refused: connection $id is no statement of a client ($command)" ;;
esac
[[ $user != 'system user' && $user != event_scheduler ]] || die 3 "refused: $id is a thread of the server ($user)"
[[ ! ${info^^} =~ ^(/.*/)?([^A-Z]|\\[NT])*(REPAIR|OPTIMIZE)[^A-Z_] ]] || die 3 "refused: to end a REPAIR or OPTIMIZE leaves a MyISAM table that cannot be used: $id, $told"
if $dry_run; then
  printf 'would kill the statement of: %d, %s\n' "$id" "$told"
  exit 0
fi

query "KILL QUERY $id" || die 1 "the statement of $id could not be killed"
for ((try = 1; try <= 10; try++)); do
  now=$(look) || die 1 "the process list cannot be read any more"
  IFS=$'\t' read -r _ command_now time_now info_now <<<"$now"
  # Gone, idle, or busy with something that began after the kill.
  if [[ -z $now || $command_now == Sleep || $info_now != "$info" ]] || [[ $time_now =~ ^[0-9]+$ && $time_now -lt $time ]]; then
    printf 'killed the statement of: %d, %s\n' "$id" "$told"
    exit 0
  fi
  sleep 1
done
die 1 "connection $id still executes it, or the same again: either a large change is being rolled back, which takes its time, or its client repeats it"
