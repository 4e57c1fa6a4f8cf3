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
  *pg_cancel_backend*)
    if [[ -e forbidden ]]; then fail 'must be a member of the role whose query is being canceled or member of pg_signal_backend'; fi
    if [[ -e unsent ]]; then echo f; exit 0; fi
    if [[ -e ended ]]; then echo 'idle|90|' >state; exit 0; fi
    echo t
    if [[ ! -e stubborn ]]; then echo 'idle|17.5|user shop, database shop, running for 00:10:00: SELECT 1' >state; fi
    ;;
  *) cat state ;;
esac
EOF
busy='active|17.5|user shop, database shop, running for 00:10:00: SELECT 1'

echo "$busy" >state
run --pid 4711 --dry-run
check 'a dry run says what it would cancel' test "$out" = 'would cancel: 4711, user shop, database shop, running for 00:10:00: SELECT 1'
check 'a dry run cancels nothing' test -z "$(calls pg_cancel_backend)"
run --pid 4711
check 'it succeeds' test "$status" -eq 0
check 'it says what was cancelled' grep -q '^cancelled: 4711, user shop' <<<"$out"
check 'the process id reaches the server as a value' test -n "$(calls '^set pid=4711$')"
check 'only the statement that was seen is cancelled' test -n "$(calls '^set began=17.5$')"
: >"$STUB_LOG"
run --pid 4711
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to cancel' grep -q '^nothing to cancel: session 4711 is idle$' <<<"$out"
check 'a second run cancels nothing' test -z "$(calls pg_cancel_backend)"

echo "$busy" >state
touch stubborn
run --pid 4711 --timeout 2
check 'a statement that goes on is a failure' test "$status" -eq 1
check 'it waits as long as asked' test "$(calls '^sleep 1' | wc -l)" -eq 3
: >"$STUB_LOG"
run --pid 04711 --timeout 010
check 'a nought before a number does not matter' test "$(calls '^sleep 1' | wc -l):$(grep -c '4711 still runs that statement after 10 s' <<<"$err"):$(calls '^set pid=' | sort -u)" = 11:1:'set pid=4711'
touch unsent
run --pid 4711
check 'a signal that was not sent is a failure' test "$status:$(grep -c 'could not signal 4711' <<<"$err")" = 1:1
rm unsent
touch forbidden
run --pid 4711
check 'a cancel that is forbidden is a failure' test "$status" -eq 1
rm forbidden
touch ended
run --pid 4711
check 'one that ended in between is told apart' grep -q '^ended by itself: 4711' <<<"$out"
: >"$STUB_LOG"
echo 'committed|17.5|user shop, database shop, running for 00:10:00: COMMIT' >state
run --pid 4711
check 'one that has committed and waits for a standby is refused' test "$status:$(grep -c 'waits for a synchronous standby' <<<"$err"):$(calls pg_cancel_backend)" = 3:1:
echo 'disabled||user shop, database shop, running for : ' >state
run --pid 4711
check 'one of which nothing is told too' test "$status:$(grep -c 'track_activities is off' <<<"$err"):$(calls pg_cancel_backend)" = 3:1:
echo 'not visible||' >state
run --pid 4711
check 'a session that cannot be seen is refused' test "$status" -eq 3
: >state
run --pid 4711
check 'an unknown process is refused' test "$status" -eq 3
# The process id is one of a server that was not asked.
(exec -a 'postgres: 16/other: clerk shop [local] active' /bin/sleep 60) &
other=$!
until grep -q postgres: "/proc/$other/cmdline"; do :; done
cp state kept; : >state
PGPORT=5433 run --pid "$other"
check 'a backend of another server on this host is told as such' test "$status:$(grep -c "refused: the server that was asked (PGHOST not set, PGPORT 5433) has no such backend, but $other is one of another server on this host (postgres: 16/other: " <<<"$err")" = 3:1
kill "$other"
PGHOST=db1 run --pid 4194304
check 'of one that is nowhere, which server was asked is told' test "$status:$(grep -c 'no client session of the server that was asked (PGHOST db1, PGPORT not set) has the process id 4194304$' <<<"$err")" = 3:1
mv kept state
run --pid 0
check 'process 0 is refused' test "$status" -eq 2
run --pid -5
check 'a negative process id is refused' test "$status" -eq 2
touch down
run --pid 4711
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --pid 'x; touch pwned'
check 'a command as --pid is refused' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a substitution as --pid is refused' test "$status" -eq 2
run
check '--pid is required' test "$status" -eq 2
run --pid 4711 --timeout 'x; touch pwned'
check 'a command as --timeout is refused' test "$status" -eq 2
run --pid 4711 --timeout '$(touch pwned)'
check 'a substitution as --timeout is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --pid 4711 --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --pid 4711 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
