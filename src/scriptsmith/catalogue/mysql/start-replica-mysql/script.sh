#!/usr/bin/env bash
# Start replication on a MySQL or MariaDB replica, and check that it is running.
#
# Undo: stop-replica-mysql stops all of it again, also what ran before; STOP REPLICA FOR CHANNEL (MariaDB: STOP SLAVE 'NAME') one.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: start-replica-mysql [--dry-run]

Start receiving and applying on all channels or named connections and check that both still run some seconds
later. No event is skipped: if replication stopped by an error, that is told and it stops again,
because the data differ. One that has not reached its source is waited for, up to 15 seconds. Host, user and password come from ~/.my.cnf.

  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 it is running (also when it was), 1 it is not, 2 wrong usage, 3 the server is no
replica, or another precondition fails.
EOF
}

die() {
  printf 'start-replica-mysql: %s\n' "$2" >&2
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
# MariaDB has named connections, of which its SHOW REPLICA STATUS and START REPLICA take one only.
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
      *_IO_Running:* | *_SQL_Running:*) if [[ $value == Yes ]]; then wanted=$((wanted + 1)); else others=$((others + 1)); fi ;;
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
if ((others == 0)); then
  printf 'running already: %d replication threads\n' "$wanted"
  exit 0
fi
if $dry_run; then
  printf 'would start: %d of %d replication threads%s\n' "$others" "$((wanted + others))" "$errors"
  exit 0
fi

case $words in
  all) query 'START ALL SLAVES' || die 1 "replication could not be started, or not of all connections" ;;
  new) query 'START REPLICA' || die 1 "replication could not be started, or not on all channels" ;;
  *) query 'START SLAVE' || die 1 "replication could not be started, or not on all channels" ;;
esac

# A thread that meets an error stops at once; one that cannot reach its source, or not yet, stays at Connecting.
for try in {1..15}; do
  sleep 1
  after=$(look) || die 1 "the state of replication cannot be read any more"
  threads "$after"
  if ((others == 0 && wanted > 0 && try >= 3)); then
    printf 'running: %d replication threads\n' "$wanted"
    exit 0
  fi
  [[ -z $errors ]] || ((try < 3)) || break
done
die 1 "$others of $((wanted + others)) replication threads do not run${errors:-; no error is told, the source may be out of reach} (what does run goes on, and one that cannot reach its source tries again by itself)"
