#!/usr/bin/env bash
# Stop replication on a MySQL or MariaDB replica, and check that it is stopped.
#
# Undo: start-replica-mysql starts it again, at the position where it stopped.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: stop-replica-mysql [--dry-run]

Stop receiving and applying on all channels or named connections and check that both have stopped. The replica
keeps its position and what it has received. Its data grow older from then on, for everybody who
reads them. When the server restarts, replication starts again, unless skip_replica_start
(skip_slave_start) is in its configuration: that is told. Host, user and password come from ~/.my.cnf.

  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 it is stopped (also when it was), 1 it is not, 2 wrong usage, 3 the server is no
replica, or another precondition fails.
EOF
}

die() {
  printf 'stop-replica-mysql: %s\n' "$2" >&2
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

# One field a line, as in "   Replica_IO_Running: Yes". The older words are understood too.
# MariaDB has named connections, of which its SHOW REPLICA STATUS and STOP REPLICA take one only.
words=all
status() { client --batch --vertical --connect-timeout=10 --execute="$1"; }
look() {
  case $words in
    all) status 'SHOW ALL SLAVES STATUS' ;;
    new) status 'SHOW REPLICA STATUS' ;;
    *) status 'SHOW SLAVE STATUS' ;;
  esac
}
threads() { # how many threads there are in the state that is wanted, in another one, and the last errors
  wanted=0 others=0 errors=''
  local line value
  while IFS= read -r line; do
    line=${line//[[:cntrl:]]/?} value=${line#*: }
    case $line in
      *_IO_Running:* | *_SQL_Running:*) if [[ $value == No ]]; then wanted=$((wanted + 1)); else others=$((others + 1)); fi ;;
      *Last_IO_Error:\ ?* | *Last_SQL_Error:\ ?*) errors+="; ${value:0:300}" ;;
    esac
  done <<<"$1"
}

if ! before=$(look 2>/dev/null); then
  words=new
  if ! before=$(look 2>/dev/null); then
    words=old
    before=$(look) || die 1 "the state of replication cannot be read"
  fi
fi
[[ -n $before ]] || die 3 "this server is no replica"
threads "$before"
((wanted + others > 0)) || die 1 "the server's answer is not understood"
stays() { # whether a restart starts them again
  local skips
  skips=$(query "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('skip_replica_start', 'skip_slave_start')" 2>/dev/null) || skips=''
  if [[ $skips != *$'\tON'* ]]; then printf 'note: a restart of the server starts them again, unless its configuration has skip_replica_start or skip_slave_start\n'; fi
}
if ((others == 0)); then
  printf 'stopped already: %d replication threads\n' "$wanted"
  stays
  exit 0
fi
if $dry_run; then
  printf 'would stop: %d of %d replication threads%s\n' "$others" "$((wanted + others))" "$errors"
  exit 0
fi

case $words in
  all) query 'STOP ALL SLAVES' || die 1 "replication could not be changed, or is still stopping: a large change is applied to its end first" ;;
  new) query 'STOP REPLICA' || die 1 "replication could not be changed, or is still stopping: a large change is applied to its end first" ;;
  *) query 'STOP SLAVE' || die 1 "replication could not be changed, or is still stopping: a large change is applied to its end first" ;;
esac
after=$(look) || die 1 "the state of replication cannot be read any more"
threads "$after"
((others == 0 && wanted > 0)) || die 1 "$others replication threads have not stopped"
printf 'stopped: %d replication threads\n' "$wanted"
stays
