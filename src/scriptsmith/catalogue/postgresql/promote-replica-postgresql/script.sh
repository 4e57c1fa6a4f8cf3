#!/usr/bin/env bash
# Promote a PostgreSQL standby: it ends recovery and takes writes.
#
# Undo: none. To make it a standby again, rebuild it from the new primary, or use pg_rewind.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: promote-replica-postgresql [--primary-is-off yes|no] [--timeout N] [--dry-run]

Promote the server that PGHOST and PGPORT name, and wait until it takes writes. Refused is a
server that is managed by Patroni, and one that still receives from its primary, or whose primary
answers here, or is not known: two primaries would take writes, and those of one be lost. No answer
is no proof, for the network may be broken. --primary-is-off yes asks nobody, when somebody has made
sure that nobody can write to the old primary. What it has received it replays first; what it
has not received is lost and is not known here. Where synchronous_standby_names is set, commits wait
until such a standby is connected: that is said, and status 1. Afterwards point clients and other standbys at it.
The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --primary-is-off yes|no  yes: nobody can write to the old primary any more (default no)
  --timeout N              how long to wait until it is promoted, in seconds (default 60)
  --dry-run                say what would be done, change nothing
  --help                   show this text

Exit status: 0 it takes writes (also when it did), 1 it does not, 2 wrong usage, 3 refused, or
another precondition fails.
EOF
}

die() {
  printf 'promote-replica-postgresql: %s\n' "$2" >&2
  exit "$1"
}

primary_is_off=no timeout=60 dry_run=false
while (($# > 0)); do
  case $1 in
    --primary-is-off | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --primary-is-off) primary_is_off=$2 ;;
        --timeout) timeout=$2 ;;
      esac
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

[[ $primary_is_off == yes || $primary_is_off == no ]] || die 2 "--primary-is-off takes yes or no, not ${primary_is_off@Q}"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not ${timeout@Q}"
timeout=$((10#$timeout))
for tool in psql pg_isready; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

look() { # in recovery, version, may promote, what the receiver does, from where, received and not replayed, last transaction, paused or delayed, who manages it, for whom commits wait
  sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT concat_ws('|', pg_is_in_recovery(), current_setting('server_version_num')::integer / 10000,
  CASE WHEN current_setting('server_version_num')::integer >= 120000 THEN has_function_privilege('pg_catalog.pg_promote(boolean, integer)', 'EXECUTE') ELSE false END,
  coalesce((SELECT coalesce(status, 'hidden') FROM pg_stat_wal_receiver), 'none'), coalesce((SELECT coalesce(sender_host, 'hidden') FROM pg_stat_wal_receiver), 'nowhere'),
  CASE WHEN pg_is_in_recovery() THEN coalesce(pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), 0)::bigint ELSE 0 END,
  coalesce(to_char(pg_last_xact_replay_timestamp(), 'YYYY-MM-DD HH24:MI:SS TZ'), 'unknown'),
  CASE WHEN pg_is_in_recovery() THEN pg_is_wal_replay_paused() OR current_setting('recovery_min_apply_delay') <> '0' ELSE false END,
  coalesce((SELECT min(application_name) FROM pg_stat_activity WHERE application_name ILIKE 'patroni%'), 'nobody'),
  current_setting('synchronous_standby_names'));
SQL
}
line=$(look)
IFS='|' read -r recovery major may receiver from behind last paused manager waits <<<"$line"
check_writes() { # WHAT: ends with failure where writes are refused or wait; sets timeline and slots
  local state only standbys commit needed
  state=$(sql -At <<'SQL'
SELECT concat_ws('|', current_setting('transaction_read_only'), substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), (SELECT count(*) FROM pg_replication_slots),
  (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')), current_setting('synchronous_commit'));
SQL
  )
  IFS='|' read -r only timeline slots standbys commit <<<"$state"
  [[ $only == off ]] || die 1 "$1, and takes no writes: default_transaction_read_only is on"
  if [[ -n $waits && $commit != off && $commit != local ]]; then
    needed=1
    if [[ $waits =~ ^[[:space:]]*([A-Za-z]+[[:space:]]+)?([0-9]+)[[:space:]]*\( ]]; then needed=${BASH_REMATCH[2]}; fi
    ((standbys >= needed)) ||
      die 1 "$1, and commits wait: $standbys of $needed standbys of synchronous_standby_names are connected; connect one, or: ALTER SYSTEM SET synchronous_standby_names = ''; SELECT pg_reload_conf();"
  fi
}
if [[ $recovery == f ]]; then
  printf 'nothing to promote: the server is a primary already\n'
  check_writes 'it is a primary already'
  exit 0
fi
[[ $recovery == t ]] || die 1 "the server gave no answer"
printf 'standby of PostgreSQL %s: receiver %s from %s, %s bytes received and not replayed, last transaction %s\n' "$major" "$receiver" "$from" "$behind" "$last"
((major >= 12)) || die 3 "version $major has no pg_promote: use pg_ctl promote on the server"
[[ $may == t ]] || die 3 "this role may not promote (superuser, or EXECUTE on pg_promote)"
[[ $manager == nobody ]] || die 3 "refused: Patroni manages this server and would take that back: use patronictl failover"
if [[ $primary_is_off == no ]]; then
  off='stop that first, or two servers take writes (--primary-is-off yes when somebody has made sure)'
  [[ $receiver == none ]] || die 3 "refused: it is connected to $from, which is alive, or died within the last minute or so (wal_receiver_timeout); $off"
  # A receiver that is not there may be a broken connection, or the standby is fed from an archive.
  primary=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT setting FROM pg_settings WHERE name = 'primary_conninfo';
SQL
  )
  [[ -n $primary ]] || die 3 "refused: which server is its primary cannot be seen, so nobody can tell whether it is off; $off"
  host='' port=5432
  [[ ! $primary =~ ^[[:space:]]*postgres(ql)?:// && ! $primary =~ (^|[[:space:]])service[[:space:]]*= ]] ||
    die 3 "refused: primary_conninfo is an address or names a service, which is not read here, so nobody can tell whether the primary is off; $off"
  if [[ $primary =~ (^|[[:space:]])host(addr)?[[:space:]]*=[[:space:]]*\'?([^\'[:space:]]+) ]]; then host=${BASH_REMATCH[3]}; fi
  if [[ $primary =~ (^|[[:space:]])port[[:space:]]*=[[:space:]]*\'?([0-9,]+) ]]; then port=${BASH_REMATCH[2]}; fi
  alive=0
  env -u PGHOST -u PGHOSTADDR pg_isready -q -t 5 ${host:+-h "$host"} -p "$port" || alive=$?
  ((alive > 1)) || die 3 "refused: its primary, ${host:-on this host} port $port, is alive; $off"
  ((alive == 2)) || die 3 "refused: its primary, ${host:-on this host} port $port, cannot be asked; $off"
  printf 'its primary, %s port %s, does not answer here; if that was a standby itself, the primary behind it was not asked\n' "${host:-on this host}" "$port"
fi
[[ $paused == f ]] || printf 'note: replay is paused or delayed; promotion ends that, and replays all that was received, also what it was held back for\n' >&2
[[ -z $waits ]] || printf 'note: synchronous_standby_names is set here (%s): once promoted, commits wait until as many standbys are connected\n' "$waits" >&2
if $dry_run; then
  printf 'would promote: the standby at %s port %s\n' "${PGHOST:-this host}" "${PGPORT:-5432}"
  exit 0
fi

answer=$(sql -At -v timeout="$timeout" <<'SQL'
SET SESSION statement_timeout = 0;
SELECT pg_promote(true, :'timeout'::integer);
SQL
)
line=$(look)
IFS='|' read -r recovery _ <<<"$line"
[[ $answer == t && $recovery == f ]] || die 1 "it is not promoted after $timeout s; it goes on by itself, look at its log"
check_writes 'it is promoted'
printf 'promoted: the server takes writes, on timeline %d, with %s replication slots\n' "$((16#$timeline))" "$slots"
printf 'next: keep the old primary off, point clients and other standbys here, and make the slots that they need\n'
