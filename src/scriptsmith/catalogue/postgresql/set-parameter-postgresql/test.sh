#!/usr/bin/env bash
. "$HARNESS"

# Takes the options that the scripts need of psql, refuses others as psql does, and ends as psql ends.
cat >psql.inc <<'INC'
database='' tuples=false stop=0
while (($# > 0)); do
  case $1 in
    -Xwq) shift ;;
    -At) tuples=true; shift ;;
    -v)
      if [[ $2 == ON_ERROR_STOP=1 ]]; then stop=1; else printf 'set %s\n' "$2" >>"$STUB_LOG"; fi
      shift 2
      ;;
    -P) [[ $2 == footer=off ]] || exit 1; shift 2 ;;
    -d) database=$2; shift 2 ;;
    *) printf "psql: unrecognized option '%s'\n" "$1" >&2; exit 1 ;;
  esac
done
if [[ -e down ]]; then
  echo 'psql: error: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: No such file or directory' >&2
  exit 2
elif [[ $database == absent ]]; then
  echo 'psql: error: connection to server failed: FATAL:  database "absent" does not exist' >&2
  exit 2
fi
sql=$(</dev/stdin)
printf 'sql %s\n' "${sql//$'\n'/ }" >>"$STUB_LOG"
fail() {
  printf 'ERROR:  %s\n' "$1" >&2
  ((stop)) && exit 3
  exit 0
}
if [[ -e broken ]]; then fail 'canceling statement due to statement timeout'; fi
INC
stub sleep </dev/null
stub psql <<'EOF'
. ./psql.inc
$tuples || exit 1
case $sql in
  *'ALTER SYSTEM RESET'*) cat undo ;;
  *"error <> 'setting could not be applied'"*) cat fault ;;
  *pg_stat_file*) cat unread ;;
  *'ALTER SYSTEM'*)
    if [[ -e refused ]]; then fail 'invalid value for parameter "work_mem": "64XB"'; fi
    echo t
    if [[ ! -e stubborn ]]; then cat after >seen; cat filed-after >filed; fi
    ;;
  *pg_conf_load_time*) cat seen ;;
  *pg_file_settings*) cat filed ;;
esac
EOF
fresh() { echo 'user|default|2024-01-01 00:00:00+00|4MB' >seen; : >filed; }
echo 'user|configuration file|2024-02-01 00:00:00+00|64MB' >after
echo applied >filed-after

echo f >unread
: >fault
echo 'ALTER SYSTEM RESET work_mem' >undo
fresh
run --parameter work_mem --value 64MB --dry-run
check 'what a reload and other servers do is told' grep -qx 'note: standbys keep a value of their own; the reload also puts in force .*' <<<"$out"
check 'a dry run says what it would set' test "$(tail -n 1 <<<"$out")" = "would set: work_mem to '64MB' (now '4MB')"
check 'a dry run sets nothing' test -z "$(calls 'ALTER SYSTEM')"
run --parameter work_mem --value 64MB
check 'it succeeds' test "$status" -eq 0
check 'before and after are told' test "$(tail -n 2 <<<"$out")" = "undo: psql -d postgres -c 'ALTER SYSTEM RESET work_mem' -c 'SELECT pg_reload_conf()'
set: work_mem is '64MB' (before: '4MB'); a role or database with a value of its own keeps it"
fresh
PGHOST=db1 PGPORT=5433 PGUSER=ops run --parameter work_mem --value 64MB
check 'the undo names the server' grep -qx "undo: PGHOST='db1' PGPORT='5433' PGUSER='ops' psql -d postgres -c 'ALTER SYSTEM RESET work_mem' -c 'SELECT pg_reload_conf()'" <<<"$out"
check 'the value reaches the server as a value' test -n "$(calls '^set value=64MB$')"
check 'the server quotes both' test -n "$(calls "format\('ALTER SYSTEM SET %I = %L', :'parameter', :'value'\).*gexec")"
check 'the configuration is reloaded' test -n "$(calls 'ALTER SYSTEM.*pg_reload_conf')"
: >"$STUB_LOG"
run --parameter work_mem --value 64MB
check 'a second run has nothing to do' test "$out" = "set already: work_mem to '64MB' (it is '64MB')"
check 'a second run sets nothing' test -z "$(calls 'ALTER SYSTEM')"

echo t >unread
echo 'user|configuration file|2024-03-01 00:00:00+00|64MB' >after
run --parameter work_mem --value 64MB
check 'a value that was written and not loaded is loaded' test -n "$(calls 'ALTER SYSTEM')"
echo f >unread
echo 'postmaster|default|2024-01-01 00:00:00+00|128MB' >seen
: >filed
echo restart >filed-after
run --parameter shared_buffers --value 4GB
check 'a setting that needs a restart succeeds' test "$status" -eq 0
check 'and it says so' grep -qx "written: shared_buffers to '4GB' (now: '128MB', takes effect at the next restart, and whether the server starts with it is not checked)" <<<"$out"
fresh
echo applied >filed-after
echo 'user|command line|2024-02-01 00:00:00+00|4MB' >after
run --parameter work_mem --value 64MB
check 'a setting that the command line overrides is a failure' test "$status" -eq 1
echo 'user|command line|2024-02-01 00:00:00+00|4MB' >seen
run --parameter work_mem --value 64MB
check 'one that it has set before is refused' test "$status" -eq 3
fresh
echo 'user|default|2024-04-01 00:00:00+00|4MB' >after; : >filed-after
run --parameter work_mem --value 64MB
check 'a file that does not say it is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "the file says: nothing" <<<"$2"' _ "$status" "$err"
fresh
touch stubborn; : >"$STUB_LOG"
run --parameter work_mem --value 64MB
check 'a setting that does not take is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "has not reloaded its files" <<<"$2"' _ "$status" "$err"
check 'how it is undone and what it was are told all the same' test "$(grep -c '^undo: .*RESET work_mem' <<<"$out"):$(grep -c "it was '4MB'" <<<"$err")" = 1:1
check 'for four seconds it waits for it' test "$(calls '^sleep 1' | wc -l)" -eq 4
touch refused
run --parameter work_mem --value 64XB
check 'a value that the server refuses is a failure' test "$status" -eq 1
rm refused stubborn; fresh; : >"$STUB_LOG"
echo '/etc/postgresql/15/main/postgresql.conf line 830: unrecognized configuration parameter "no_such"' >fault
for dry in '' --dry-run; do
  run --parameter work_mem --value 64MB $dry
  check "while the files have a fault, for which nothing is reloaded, nothing is written $dry" test "$status:$(grep -c 'reloads nothing.*postgresql.conf line 830: ' <<<"$err"):$(calls 'ALTER SYSTEM SET')" = 3:1:
done
: >fault
run --parameter archive_command --value 'x'
check 'a command is refused' test "$status" -eq 3
run --parameter synchronous_standby_names --value 'nobody'
check 'what can make every commit wait is refused' test "$status" -eq 3
for parameter in max_worker_processes max_wal_senders max_locks_per_transaction hot_standby archive_mode authentication_timeout extension_control_path \
  oauth_validator_libraries shared_preload_libraries search_path max_active_replication_origins io_method synchronous_commit session_replication_role max_slot_wal_keep_size idle_replication_slot_timeout db_user_namespace exit_on_error pre_auth_delay; do
  run --parameter "$parameter" --value off
  check "$parameter is refused" test "$status:$(grep -c '^set-parameter-postgresql: refused' <<<"$err")" = 3:1
done
run --parameter shared_preload_libraries --value 'x'
check 'code is refused' test "$status" -eq 3
: >seen
run --parameter no_such_thing --value 1
check 'an unknown parameter is refused' test "$status" -eq 3
check 'nothing is set by a refused run' test -z "$(calls 'ALTER SYSTEM')"

run --value 64MB --parameter 'x; touch pwned'
check 'a command as --parameter is refused' test "$status" -eq 2
run --value 64MB --parameter '$(touch pwned)'
check 'a substitution as --parameter is refused' test "$status" -eq 2
run --value 64MB
check '--parameter is required' test "$status" -eq 2
run --parameter work_mem --value 'x; touch pwned'
check 'a command as --value is refused' test "$status" -eq 2
run --parameter work_mem --value '$(touch pwned)'
check 'a substitution as --value is refused' test "$status" -eq 2
run --parameter work_mem
check '--value is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --parameter work_mem --value 64MB --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --parameter work_mem --value 64MB >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
