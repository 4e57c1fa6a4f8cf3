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
  *'NOT applied'*) cat void ;;
  *pg_file_settings*) cat faults ;;
  *pg_conf_load_time*) cat loaded ;;
  *'pg_reload_conf()'*)
    if [[ -e forbidden ]]; then fail 'permission denied for function pg_reload_conf'; fi
    if [[ -e unsent ]]; then echo f; exit 0; fi
    if [[ ! -e stuck ]]; then echo '2024-02-01 04:00:00.5+00|/etc/pg/postgresql.conf|/etc/pg/pg_hba.conf' >loaded; fi
    echo t
    ;;
  *pending_restart*) cat waiting ;;
esac
EOF
: >faults; : >void
echo '2024-01-01 00:00:00.1+00|/etc/pg/postgresql.conf|/etc/pg/pg_hba.conf' >loaded
echo 'max_connections' >waiting

run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says that the files are in order' grep -q '^would reload: ' <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls 'pg_reload_conf\(\)')"
run
check 'it succeeds' test "$status" -eq 0
check 'it says when, from which files, and that it knows nothing of certificates' \
  grep -q '^reloaded: 2024-02-01 04:00:00.5+00, /etc/pg/postgresql.conf, /etc/pg/pg_hba.conf; certificates were not checked' <<<"$out"
check 'a setting whose line is gone, and that waits for a restart, is no fault' \
  grep -q "NOT (f.name IS NULL AND f.error LIKE 'parameter .%. cannot be changed without restarting" <<<"$(calls pg_hba_file_rules)"
check 'what waits for a restart is told' grep -qx 'note: these wait for a restart: max_connections' <<<"$out"
check 'the files are checked first' test "$(calls '^sql' | sed -n 3p | grep -c pg_hba_file_rules)" -eq 1
echo 'work_mem of /etc/postgresql/postgresql.conf line 12' >void
run
check 'a line that a later one makes void is told' grep -qx 'note: without effect, for a later line .*: work_mem of /etc/postgresql/postgresql.conf line 12' <<<"$out"
: >void
: >"$STUB_LOG"
touch stuck
run
check 'a reload that does not come is a failure' test "$status" -eq 1
check 'it waits a bounded time' test "$(calls '^sleep 1' | wc -l)" -eq 4
touch unsent
run
check 'a signal that was not sent is a failure' test "$status" -eq 1
touch forbidden
run
check 'a refusal of the server is a failure' test "$status" -eq 1
: >"$STUB_LOG"
echo 'pg_hba.conf line 12: invalid authentication method "trsut"' >faults
run
check 'a faulty file is refused' test "$status" -eq 3
check 'the line is shown' grep -q '^pg_hba.conf line 12: ' <<<"$err"
check 'nothing is reloaded then' test -z "$(calls 'pg_reload_conf\(\)')"
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
