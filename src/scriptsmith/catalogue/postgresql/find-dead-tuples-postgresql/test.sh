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
  *n_dead_tup*)
    echo '  dead   |  live   | percent | size  | last_autovacuum  | table '
    echo '---------+---------+---------+-------+------------------+-------'
    if [[ ! -e clean ]]; then
      echo ' 9000000 | 1000000 |      90 | 12 GB | 2024-02-01 03:04 | public.orders'
      echo '   20000 |   80000 |      20 | 9 MB  | never            | public.a b'
    fi
    ;;
  *backend_xmin*)
    if [[ -e half ]]; then fail 'permission denied'; fi
    if [[ ! -e clean ]]; then echo 'oldest transaction: pid 812 (idle in transaction, user bi), open for 3 days 02:00:00'; fi
    ;;
esac
EOF

run --database shop
check 'it succeeds' test "$status" -eq 0
check 'the worst comes first' grep -q '^ 9000000 | 1000000 |      90 | 12 GB .*| public.orders$' <<<"$(sed -n 3p <<<"$out")"
check 'a table that was never vacuumed is shown as such' grep -q '| never .*| public.a b$' <<<"$out"
check 'they are counted' grep -qx '2 tables of database shop listed that have 10000 dead rows or more (30 at most)' <<<"$out"
check 'what holds vacuum back is told' grep -q '^oldest transaction: pid 812 (idle in transaction' <<<"$out"
check 'the server is asked whether it is a standby, and since when it counts' test -n "$(calls 'pg_is_in_recovery.*stats_reset')"
check 'and whether autovacuum is off' test "$(calls "'off' IN \(current_setting\('autovacuum'\)" | wc -l):$(calls 'autovacuum_enabled=.*its autovacuum is off' | wc -l)" = 1:1
check 'the default bound is used' test -n "$(calls '^set rows=10000$')"
run --database shop --min-rows 0500
check 'the bound reaches the server as a value' test -n "$(calls '^set rows=500$')"
touch half
run --database shop
check 'a second query that fails is a failure' test "$status" -eq 1
check 'no half answer is printed then' test -z "$out"
rm half
touch clean
run --database shop
check 'no dead rows are fine' test "$status" -eq 0
check 'it says that there are none, and what is not counted' test "$out" = 'no table of database shop has 10000 dead rows or more
space that vacuum has freed inside the files is not counted here'
check 'only what holds back vacuum in this database is asked for' test "$(calls 'datname = current_database.*pg_stat_progress_vacuum.*database = current_database' | wc -l)" -gt 0
run --database absent
check 'a missing database is a failed precondition' test "$status" -eq 3
touch broken
run --database shop
check 'a query that fails is a failure' test "$status" -eq 1
run --database 'host=evil.example'
check 'a connection string is no name' test "$status" -eq 2

run --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run
check '--database is required' test "$status" -eq 2
run --database shop --min-rows 'x; touch pwned'
check 'a command as --min-rows is refused' test "$status" -eq 2
run --database shop --min-rows '$(touch pwned)'
check 'a substitution as --min-rows is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
