#!/usr/bin/env bash
# List the binary logs of a MySQL or MariaDB server with their sizes, their sum and how long they are kept.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-binary-logs-mysql

List the binary logs with their sizes and the sum, the last one being written, how long the server
keeps them, what else it makes that depend on, and how many replicas read them now. Nothing is
removed. Host, user and password come from ~/.my.cnf.

  --help  show this text

Exit status: 0 done, 1 a query failed, 2 wrong usage, 3 the server writes no binary log, or another
precondition fails.
EOF
}

die() {
  printf 'list-binary-logs-mysql: %s\n' "$2" >&2
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

on=$(query 'SELECT @@GLOBAL.log_bin') || die 1 "the settings cannot be read"
[[ $on == 1 ]] || die 3 "this server writes no binary log"
list=$(query 'SHOW BINARY LOGS') || die 1 "the binary logs cannot be listed"
kept=$(query "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('binlog_expire_logs_seconds', 'expire_logs_days', 'binlog_expire_logs_auto_purge',
  'slave_connections_needed_for_purge', 'max_binlog_total_size', 'binlog_space_limit')") ||
  die 1 "the settings cannot be read"
# Without the privilege PROCESS the server shows the caller's own sessions only, and no error.
query 'SELECT COUNT(*) FROM information_schema.innodb_trx' >/dev/null || die 3 "this account lacks the privilege PROCESS, without which other sessions are hidden"
replicas=$(query "SELECT COUNT(*) FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'") ||
  die 1 "the process list cannot be read"

count=0 bytes=0 first='' last='' rows=()
while IFS=$'\t' read -r name size _; do
  [[ $size =~ ^[0-9]+$ ]] || continue
  name=${name//[[:cntrl:]]/?}
  first=${first:-$name} last=$name count=$((count + 1)) bytes=$((bytes + size))
  rows+=("$size $name")
done <<<"$list"
((count > 0)) || die 1 "the server lists no binary logs"

# Both settings exist on some servers; the one in seconds counts when it is not 0.
keeps='for ever' purging=true needed=0 most=0
while IFS=$'\t' read -r name value; do
  if [[ ${name,,} == binlog_expire_logs_auto_purge && $value == OFF ]]; then purging=false; fi
  [[ $value =~ ^[1-9][0-9]*(\.[0-9]+)?$ ]] || continue
  case ${name,,} in
    binlog_expire_logs_seconds)
      keeps="for ${value%.*} s"
      if ((${value%.*} >= 3600)); then keeps="for $((${value%.*} / 3600)) h"; fi
      ;;
    slave_connections_needed_for_purge) needed=$value ;;
    max_binlog_total_size | binlog_space_limit) most=$value ;;
    expire_logs_days) if [[ $keeps == 'for ever' ]]; then keeps="for ${value%.*} days"; fi ;;
  esac
done <<<"$kept"
$purging || keeps='for ever'

printf '%d binary logs, %d MiB in all: %s to %s\n' "$count" "$((bytes / 1048576))" "$first" "$last"
printf 'kept %s; replicas that read them now: %s\n' "$keeps" "$replicas"
if ((most > 0)); then printf 'note: beyond %d MiB in all the oldest are removed earlier\n' "$((most / 1048576))"; fi
if ((needed > replicas)); then
  printf 'note: none is removed by itself while fewer than %d replicas are connected (slave_connections_needed_for_purge)\n' "$needed"
fi
for row in "${rows[@]}"; do
  printf '%10d MiB  %s\n' "$((${row%% *} / 1048576))" "${row#* }"
done
