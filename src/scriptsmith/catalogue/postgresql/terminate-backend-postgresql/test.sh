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
    if [[ -e forbidden ]]; then fail 'must be a superuser to terminate superuser process'; fi
    if [[ ! -e stubborn ]]; then : >seen; fi
    echo t
    ;;
  *) cat seen ;;
esac
EOF
busy='client backend|17.5|user shop, database shop, idle in transaction for 01:10:00: UPDATE stock'

echo "$busy" >seen
run --pid 4711 --dry-run
check 'a dry run says what it would end' test "$out" = 'would terminate: 4711, user shop, database shop, idle in transaction for 01:10:00: UPDATE stock'
check 'a dry run ends nothing' test -z "$(calls pg_terminate_backend)"
run --pid 4711
check 'it succeeds' test "$status" -eq 0
check 'it says what was ended' grep -q '^terminated: 4711, user shop' <<<"$out"
check 'the process id reaches the server as a value' test -n "$(calls '^set pid=4711$')"
check 'only the session that was seen is ended' test -n "$(calls '^set began=17.5$')"
check 'its own session is safe' test -n "$(calls 'pg_terminate_backend.*pid <> pg_backend_pid')"
: >"$STUB_LOG"
run --pid 4711
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to do' grep -q '^nothing to terminate: no backend of the server that was asked (PGHOST not set, PGPORT not set) has the process id 4711$' <<<"$out"
check 'a second run ends nothing' test -z "$(calls pg_terminate_backend)"

# The process id is one of a server that was not asked.
(exec -a 'postgres: 16/other: clerk shop [local] idle' /bin/sleep 60) &
other=$!
until grep -q postgres: "/proc/$other/cmdline"; do :; done
: >seen; : >"$STUB_LOG"
PGPORT=5433 run --pid "$other"
check 'a backend of another server on this host is not called gone' test "$status:$(grep -c "refused: the server that was asked (PGHOST not set, PGPORT 5433) has no such backend, but $other is one of another server on this host (postgres: 16/other: clerk shop .local. idle" <<<"$err"):$out" = 3:1:
kill "$other"

echo "$busy" >seen
touch stubborn
run --pid 4711
check 'one that stays is a failure' test "$status" -eq 1
check 'it waits a bounded time' test "$(calls '^sleep 1' | wc -l)" -eq 10
touch forbidden
run --pid 4711
check 'a refusal of the server is a failure' test "$status" -eq 1
: >"$STUB_LOG"
echo 'walsender|17.5|user repl, database , active for 01:10:00: START_REPLICATION' >seen
run --pid 4711
check 'a replication sender is refused' test "$status" -eq 3
check 'and not ended' test -z "$(calls pg_terminate_backend)"
run --pid 0
check 'process 0 is refused' test "$status" -eq 2
touch down
run --pid 4711
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --pid 'x; touch pwned'
check 'a command as --pid is refused' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a substitution as --pid is refused' test "$status" -eq 2
run
check '--pid is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --pid 4711 --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --pid 4711 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
