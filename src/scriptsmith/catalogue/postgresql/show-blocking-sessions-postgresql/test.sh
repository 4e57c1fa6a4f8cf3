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
stub psql <<'EOF'
. ./psql.inc
case $sql in
  *'SELECT count(*) FROM pg_stat_activity'*) if [[ -e quiet ]]; then echo 0; else cat number; fi ;;
  *pg_prepared_xacts*) if [[ -e prepared ]]; then printf "prepared transaction 'a' of bi\nprepared transaction 'b' of bi\n"; fi ;;
  *'AS blocked_by'*)
    echo ' pid | running  | user | database | waits_for |        mode         | blocked_by | query '
    echo '-----+----------+------+----------+-----------+---------------------+------------+-------'
    if [[ ! -e quiet ]]; then
      echo ' 812 | 00:04:09 | shop | shop     | relation orders | AccessExclusiveLock | 700 | ALTER TABLE orders ADD n int'
      echo ' 815 | 00:03:01 | shop | shop     | relation orders | AccessShareLock     | 812 | SELECT * FROM orders'
    fi
    ;;
  *'AS last_query'*)
    if [[ -e half ]]; then fail 'canceling statement due to statement timeout'; fi
    echo ' pid | blocks |        state        | in_transaction | user | application | last_query '
    echo '-----+--------+---------------------+----------------+------+-------------+------------'
    echo ' 700 |      1 | idle in transaction | 01:20:00       | bi   | report      | SELECT 1'
    ;;
esac
EOF

echo 2 >number
run
check 'it succeeds' test "$status" -eq 0
check 'those who wait are counted' grep -q '^2 sessions wait for a lock:$' <<<"$out"
check 'who waits and for whom is shown' grep -q '^ 815 .*relation orders .*| 812 |' <<<"$out"
check 'the root is shown' grep -q '^ 700 |      1 | idle in transaction | 01:20:00' <<<"$out"
check 'the root comes last' test "$(tail -n 1 <<<"$out" | cut -c1-4)" = ' 700'
check 'the server is asked who blocks' test "$(calls 'pg_blocking_pids' | wc -l)" -eq 3
check 'each query is bounded' test "$(calls '^sql SET SESSION statement_timeout' | wc -l)" -eq 4
touch prepared
echo 80 >number
run
check 'prepared transactions are named' test "$(grep -c '^process id 0 may be this prepared transaction .[ab]. of bi$' <<<"$out")" -eq 2
check 'all who wait are counted, listed or not' grep -q '^80 sessions wait for a lock:$' <<<"$out"
rm prepared
check 'of tables of this database names are told' test -z "$(grep PGDATABASE <<<"$out")"
sed -i 's/relation orders | AccessShare/relation number 16385 | AccessShare/' .stubs/psql
run
check 'of one of another it is told how' grep -q '^note: a table with a number .* PGDATABASE' <<<"$out"
touch half
run
check 'a second query that fails is a failure' test "$status" -eq 1
check 'no half answer is printed then' test -z "$out"
touch quiet
run
check 'no waiting is fine' test "$status" -eq 0
check 'it says that nobody waits' test "$out" = 'no session waits for a lock'
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
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
