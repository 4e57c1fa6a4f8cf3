#!/usr/bin/env bash
# Purge the binary logs of a MySQL or MariaDB server whose last write is more than some days ago.
#
# Undo: none. Replicas that have not read them, and recovery to a point in that time, need them.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: purge-binary-logs-mysql [--days N] [--dry-run]

Have the server remove the binary logs that were last written more than N days ago, once: what it does
by itself is told, and not changed. The server keeps those that a connected replica still reads; one
that is away, and comes back for them, has to be set up anew, so ask how many replicas there should
be: the number that is connected is told. Files must not be removed by hand. Host, user and password
come from ~/.my.cnf.

  --days N   how long ago a binary log was last written; younger ones stay (default 7)
  --dry-run  list the binary logs there are, purge none
  --help     show this text

Exit status: 0 done (also when none was old enough), 1 it failed, 2 wrong usage, 3 there is no binary
log, or another precondition fails.
EOF
}

die() {
  printf 'purge-binary-logs-mysql: %s\n' "$2" >&2
  exit "$1"
}

days=7 dry_run=false
while (($# > 0)); do
  case $1 in
    --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      days=$2
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

[[ $days =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--days takes a whole number of days above 0, not ${days@Q}"
days=$((10#$days))
command -v mysql >/dev/null || command -v mariadb >/dev/null || die 3 "mysql is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

# Host, user and password come from ~/.my.cnf. Fields are parted by tabs; line breaks in them are escaped.
client() { # ARG...: mysql, or mariadb as newer packages of MariaDB name it, within a minute
  if command -v mysql >/dev/null; then timeout 60 mysql "$@"; else timeout 60 mariadb "$@"; fi
}
query() { client --batch --skip-column-names --connect-timeout=10 --execute="$1"; }
version=$(query 'SELECT VERSION()') || die 3 "cannot log in to the server (see ~/.my.cnf)"
[[ -n $version ]] || die 3 "the server gave no answer"

logging=$(query "SELECT @@GLOBAL.log_bin, NOW() - INTERVAL $days DAY") || die 1 "the settings cannot be read"
before=${logging#*$'\t'}
[[ ${logging%%$'\t'*} == 1 ]] || die 3 "this server writes no binary log"

logs() { # counts and sums up what there is, into count, bytes, first and last, and list
  local name size
  list=$(query 'SHOW BINARY LOGS') || die 1 "the binary logs cannot be listed"
  count=0 bytes=0 first='' last=''
  while IFS=$'\t' read -r name size _; do
    [[ $size =~ ^[0-9]+$ ]] || continue
    first=${first:-$name} last=$name count=$((count + 1)) bytes=$((bytes + size))
  done < <(printf '%s\n' "$list") # a here-string may need a file in /tmp, and the disk is full
}
logs
((count > 0)) || die 1 "the server lists no binary logs"
had=$list
printf 'there are %d binary logs, %d MiB: %s to %s\n' "$count" "$((bytes / 1048576))" "$first" "$last"
# Without the privilege PROCESS the server shows the caller's own sessions only, and no error.
query 'SELECT COUNT(*) FROM information_schema.innodb_trx' >/dev/null || die 3 "this account lacks the privilege PROCESS, without which other sessions are hidden"
replicas=$(query "SELECT COUNT(*) FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'") || die 1 "the process list cannot be read"
printf 'connected replicas: %s; one that is away now (or a member of the group), and needs these logs when it comes back, is lost\n' "$replicas"
expiry=$(query "SHOW GLOBAL VARIABLES WHERE variable_name IN ('expire_logs_days', 'binlog_expire_logs_seconds')") || die 1 "the settings cannot be read"
printf 'this is done once; by itself the server goes by: %s (0 is never)\n' "${expiry//[$'\t\n']/ }"
if $dry_run; then
  printf 'would purge: those last written before %s (how many the server tells only then)\n' "$before"
  exit 0
fi

# Hundreds of files take a slow disk longer than other statements.
purge() { # ARG...: as client, within a quarter of an hour
  if command -v mysql >/dev/null; then timeout 900 mysql "$@"; else timeout 900 mariadb "$@"; fi
}
purge --batch --connect-timeout=10 --execute="PURGE BINARY LOGS BEFORE '$before'" || die 1 "the server did not purge its binary logs, or not within 15 minutes"
logs
((count > 0)) || die 1 "the server lists no binary logs any more"
purged=0 freed=0
while IFS=$'\t' read -r name size _; do
  [[ $size =~ ^[0-9]+$ && $'\n'$list != *$'\n'$name$'\t'* ]] || continue
  purged=$((purged + 1)) freed=$((freed + size))
done < <(printf '%s\n' "$had") # the server may have begun another one meanwhile
if ((purged == 0)); then
  printf 'nothing purged: none was last written before %s, or they are still needed\n' "$before"
else
  printf 'purged: %d binary logs, %d MiB; the oldest is now %s\n' "$purged" "$((freed / 1048576))" "$first"
fi
