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
case $sql in
  *pg_terminate_backend*)
    pid=$(grep '^set pid=' "$STUB_LOG" | tail -n 1)
    if [[ -e forbidden ]]; then fail 'must be a member of the role whose process is being terminated'; fi
    if [[ -e refused ]]; then echo f; exit 0; fi
    if [[ $pid == 'set pid=13' ]]; then sed -i '/^13|/d' idle; exit 0; fi
    sed -i "/^${pid#*=}|/d" idle
    echo t
    ;;
  *'backend_type IS NULL'*) cat hidden ;;
  *) if grep -qx 'set dumps=true' <<<"$(tail -n 2 "$STUB_LOG")"; then [[ ! -e dumps ]] || cat dumps; else cat idle; fi ;;
esac
EOF
fill() {
  printf '11|17.5|user shop, database shop, idle for 02:00:00 after: SELECT 1\n' >idle
  printf '12|18.5|user bi, database bi, idle for 01:00:00 after: UPDATE a | b\n' >>idle
  printf '13|19.5|user bi, database bi, idle for 00:45:00 after: SELECT 3\n' >>idle
}

echo 0 >hidden
fill
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run lists the sessions' grep -q '^would terminate: 11, user shop, database shop, idle for 02:00:00 after: SELECT 1$' <<<"$out"
check 'a bar in a statement is kept' grep -q 'after: UPDATE a | b$' <<<"$out"
check 'a dry run ends nothing' test -z "$(calls pg_terminate_backend)"
check 'the default is half an hour' test -n "$(calls '^set minutes=30$')"

run --minutes 5 --database bi
check 'it succeeds' test "$status" -eq 0
check 'what was ended is told' grep -q '^terminated: 12, user bi' <<<"$out"
check 'one that has moved on is spared' grep -q '^moved on, left alone: 13$' <<<"$out"
check 'nothing is waited for when all are gone' test -z "$(calls '^sleep')"
check 'they are counted' grep -q '^2 sessions terminated, 0 failed$' <<<"$out"
check 'the age reaches the server as a value' test -n "$(calls '^set minutes=5$')"
check 'the database reaches the server as a value' test -n "$(calls '^set wanted=bi$')"
check 'only idle sessions are ended' test "$(calls "pg_terminate_backend.*state LIKE 'idle in transaction%'" | wc -l)" -eq 3
check 'only those that were seen' test -n "$(calls '^set since=18.5$')"
run
check 'a second run has nothing to do' grep -q '^nothing to terminate' <<<"$out"
check 'a second run succeeds' test "$status" -eq 0

printf '14|20.5|user root, database shop, application pg_dump at this host, idle for 03:00:00 after: SELECT 4 | 5\n' >dumps
run
check 'a dump is left alone, and named' test "$status:$out" = '0:left alone: 14, user root, database shop, application pg_dump at this host, idle for 03:00:00 after: SELECT 4 | 5
nothing to terminate: no session has been idle in transaction for more than 30 min (databases: all)'
rm dumps
fill
touch refused
run
check 'sessions that cannot be ended are counted' grep -q '^0 sessions terminated, 3 failed$' <<<"$out"
check 'and named' grep -q '^could not terminate: 12, user bi' <<<"$err"
check 'for nine seconds it waits for them' test "$(calls '^sleep 1' | wc -l)" -eq 9
check 'that they are there is a failure' test "$status" -eq 1
rm refused
fill
touch forbidden
run
check 'sessions that cannot be ended are a failure' test "$status" -eq 1
check 'and are counted' grep -q '^0 sessions terminated, 3 failed$' <<<"$out"
echo absent >hidden
run --database chop
check 'a database that is not there is refused' test "$status:$out:$(grep -c 'no database chop' <<<"$err")" = 3::1
check 'that is asked of the server' test -n "$(calls "WHEN :'wanted' = 'all' OR EXISTS \(SELECT FROM pg_database")"
echo 2 >hidden
: >idle
run
check 'sessions that may not be seen are refused' test "$status" -eq 3
run --minutes 0
check 'an age of 0 is refused' test "$status" -eq 2
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --minutes 'x; touch pwned'
check 'a command as --minutes is refused' test "$status" -eq 2
run --minutes '$(touch pwned)'
check 'a substitution as --minutes is refused' test "$status" -eq 2
run --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
