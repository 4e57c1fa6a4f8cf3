#!/usr/bin/env bash
# Set one PostgreSQL parameter for the whole server with ALTER SYSTEM, and reload the configuration.
#
# Undo: as it prints, on the same server: ALTER SYSTEM SET with what the file had, or RESET when it had nothing; then reload.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-parameter-postgresql --parameter NAME --value VALUE [--dry-run]

Write a parameter to postgresql.auto.conf, have the server reload it, and check what is in force. The
server checks the value first. A parameter that needs a restart is written too; that is said, and
the restart is yours: whether the server starts with it is not checked. A role or database with a
value of its own keeps that, and so does another server of the cluster. Parameters that load code,
name commands or files, or are known to lose data, drop or stop replicas, keep clients out, commits
waiting or the server from starting are refused, also for a value that would do no harm. The
connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --parameter NAME  parameter to set
  --value VALUE     its new value, with its unit
  --dry-run         say what would be set, change nothing
  --help            show this text

Exit status: 0 it is set (also when it was, or waits for a restart), 1 it is not, 2 wrong usage, 3 no
such parameter, a refused one, or another precondition fails.
EOF
}

die() {
  printf 'set-parameter-postgresql: %s\n' "$2" >&2
  exit "$1"
}

parameter='' value='' dry_run=false
while (($# > 0)); do
  case $1 in
    --parameter | --value)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --parameter) parameter=$2 ;;
        --value) value=$2 ;;
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

[[ -n $parameter ]] || die 2 "--parameter is required (see --help)"
[[ $parameter =~ ^[a-z][a-z0-9_]{1,62}(\.[a-z][a-z0-9_]{1,62})?$ ]] || die 2 "--parameter takes the name of a setting in lower case, not ${parameter@Q}"
[[ -n $value ]] || die 2 "--value is required (see --help)"
[[ $value =~ ^[][:alnum:]\ .,_%/:+*\"\'\$=@#\<\>|[-]{0,400}$ ]] || die 2 "--value takes a printable value without control characters, not ${value@Q}"
case $parameter in
  *_command | *_libraries | *_path | *_file | *_directory | *_directories | \
    listen_addresses | port | ssl | ssl_* | max_connections | *reserved_connections | hba* | authentication_timeout | \
    max_worker_processes | max_wal_senders | max_locks_per_transaction | max_active_replication_origins | hot_standby | archive_mode | \
    fsync | full_page_writes | data_sync_retry | zero_damaged_pages | ignore_* | wal_level | io_method | \
    jit_provider | archive_library | temp_tablespaces | primary_conninfo | primary_slot_name | \
    *keyfile | log_filename | unix_socket_* | recovery_target* | allow_system_table_mods | default_transaction_read_only | \
    huge_pages | shared_memory_type | dynamic_shared_memory_type | max_replication_slots | max_prepared_transactions | synchronous_standby_names | \
    synchronous_commit | session_replication_role | max_slot_wal_keep_size | idle_replication_slot_timeout | \
    db_user_namespace | exit_on_error | *_auth_delay)
    die 3 "refused: $parameter can lose data, run commands, make commits wait or keep the server, its standbys or its clients from working; set it by hand"
    ;;
esac

command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

look() { # CONTEXT|SOURCE|TIME OF THE LAST RELOAD|VALUE; nothing when there is no such parameter; sets nothing, which would be shown
  sql -At -v parameter="$parameter" <<'SQL'
SELECT context, source, pg_conf_load_time(), current_setting(name) FROM pg_settings WHERE lower(name) = :'parameter';
SQL
}
former() { # how to undo it: what postgresql.auto.conf has now
  sql -At -v parameter="$parameter" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT coalesce((SELECT format('ALTER SYSTEM SET %I = %L', :'parameter', setting) FROM pg_file_settings
  WHERE lower(name) = :'parameter' AND sourcefile LIKE '%postgresql.auto.conf' ORDER BY seqno DESC LIMIT 1), format('ALTER SYSTEM RESET %I', :'parameter'));
SQL
}
filed() { # what the file says: applied (it can be), restart (it waits for one), a fault, other or nothing
  sql -At -v parameter="$parameter" -v value="$value" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT CASE WHEN setting <> :'value' THEN 'other' WHEN applied THEN 'applied'
            WHEN error = 'setting could not be applied' AND
              (SELECT context FROM pg_settings s WHERE lower(s.name) = :'parameter') = 'postmaster' THEN 'restart'
            ELSE coalesce(error, 'overridden') END
FROM pg_file_settings WHERE lower(name) = :'parameter' AND sourcefile LIKE '%postgresql.auto.conf' ORDER BY seqno DESC LIMIT 1;
SQL
}
fault() { # the first line of its files for which the server would reload nothing
  sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT format('%s line %s: %s', sourcefile, sourceline, error) FROM pg_file_settings WHERE error <> 'setting could not be applied' ORDER BY seqno LIMIT 1;
SQL
}
unread() { # t when the file may have been written since the server read it
  sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT (pg_stat_file('postgresql.auto.conf')).modification >= date_trunc('second', pg_conf_load_time());
SQL
}

seen=$(look)
[[ -n $seen ]] || die 3 "the server has no parameter $parameter"
IFS='|' read -r context source loaded before <<<"$seen"
[[ $context != internal ]] || die 3 "refused: $parameter is fixed and cannot be set"
wrong=$(fault)
[[ -z $wrong ]] || die 3 "the server reloads nothing while its files have a fault, mend that first: ${wrong//[[:cntrl:]]/ }"
state=$(filed)
elsewhere='' # a value of this role, this database or PGOPTIONS hides the server's in the session
case $source in
  'command line') die 3 "refused: $parameter is given on the server's command line, which overrides the file" ;;
  default | 'configuration file' | 'environment variable' | override) ;;
  *) elsewhere=", for this session by its $source" ;;
esac
if [[ $state == applied && $(unread) == f ]]; then
  printf 'set already: %s to %s (it is %s%s)\n' "$parameter" "${value@Q}" "${before@Q}" "$elsewhere"
  exit 0
fi
restart=''
if [[ $context == postmaster ]]; then restart=', takes effect at the next restart, and whether the server starts with it is not checked'; fi
printf 'note: standbys keep a value of their own; the reload also puts in force what else was changed in postgresql.conf and pg_hba.conf\n'
if $dry_run; then
  printf 'would set: %s to %s (now %s%s%s)\n' "$parameter" "${value@Q}" "${before@Q}" "$elsewhere" "$restart"
  exit 0
fi

undo=$(former)
# ALTER SYSTEM takes no variables: the server quotes name and value, and \gexec runs what it gives.
sql -At -v parameter="$parameter" -v value="$value" <<'SQL' >/dev/null
SET SESSION statement_timeout = '30s';
SELECT format('ALTER SYSTEM SET %I = %L', :'parameter', :'value') \gexec
SELECT pg_reload_conf();
SQL
printf "undo: %s%s%spsql -d %s -c %s -c 'SELECT pg_reload_conf()'\n" \
  "${PGHOST:+PGHOST=${PGHOST@Q} }" "${PGPORT:+PGPORT=${PGPORT@Q} }" "${PGUSER:+PGUSER=${PGUSER@Q} }" "${PGDATABASE:-postgres}" "${undo@Q}"

for try in 1 2 3 4 5; do
  now=$(look)
  IFS='|' read -r _ source reloaded after <<<"$now"
  if [[ $reloaded != "$loaded" ]]; then break; fi
  ((try == 5)) || sleep 1
done
[[ $reloaded != "$loaded" ]] || die 1 "$parameter is written (it was ${before@Q}), and the server has not reloaded its files within 5 s: see its log, or undo it, for a later reload puts it in force"
state=$(filed)
case $state:$source in
  applied:'command line') die 1 "$parameter is given on the server's command line, which overrides the file" ;;
  applied:default | applied:'configuration file' | applied:override)
    printf 'set: %s is %s (before: %s); a role or database with a value of its own keeps it\n' "$parameter" "${after@Q}" "${before@Q}"
    ;;
  applied:*) printf 'set: %s to %s (it is %s, for this session by its %s)\n' "$parameter" "${value@Q}" "${after@Q}" "$source" ;;
  restart:*) printf 'written: %s to %s (now: %s%s)\n' "$parameter" "${value@Q}" "${before@Q}" "$restart" ;;
  *) die 1 "$parameter is ${after@Q} (before: ${before@Q}), and the file says: ${state:-nothing}" ;;
esac
