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
  *pg_is_in_recovery*) if [[ -e standby ]]; then echo t; else echo f; fi ;;
  *pg_stat_user_tables*)
    echo '   last_vacuum    | last_autovacuum  |   last_analyze   | last_autoanalyze |  live   |  dead  | changed | table '
    echo '------------------+------------------+------------------+------------------+---------+--------+---------+-------'
    if [[ ! -e empty ]]; then
      echo ' never            | never            | never            | never            | 9000000 | 800000 | 9800000 | public.orders'
      echo ' 2024-02-01 03:04 | never            | 2024-02-01 03:05 | never            |      10 |      0 |       0 | public.a b'
    fi
    ;;
  *autovacuum_enabled*) if [[ -e notes ]]; then cat notes; fi ;;
  *pg_stat_progress_vacuum*)
    echo ' pid | database | table | phase | percent_scanned | running '
    echo '-----+----------+-------+-------+-----------------+---------'
    if [[ -e busy ]]; then echo ' 990 | shop     | line_items | scanning heap | 40 | 01:10:00'; fi
    ;;
esac
EOF

run --database shop
check 'it succeeds' test "$status" -eq 0
check 'a table that never was vacuumed comes first' grep -q '^ never .*| public.orders$' <<<"$(sed -n 3p <<<"$out")"
check 'never is told to mean no longer than the statistics reach' grep -q ' tables listed; never: not since the statistics began, which a crash, a failover or an upgrade empties$' <<<"$out"
check 'times are shown' grep -q '^ 2024-02-01 03:04 | never  *| 2024-02-01 03:05 | never .*| public.a b$' <<<"$out"
check 'that nothing runs is told' test "$(tail -n 1 <<<"$out")" = 'no vacuum or analyze is running'
echo 'note: autovacuum is turned off on this server' >notes; run --database shop; rm notes
check 'that autovacuum is off is told' test "$(tail -n 1 <<<"$out")" = 'note: autovacuum is turned off on this server'
touch standby; run --database shop; rm standby
check 'a standby is refused' test "$status:$out:$(grep -c 'is a standby' <<<"$err")" = 3::1
check 'the default count is used' test -n "$(calls '^set count=30$')"
touch busy
run --database shop --limit 5
check 'a running vacuum is shown' grep -q '^ 990 .*line_items .*40 | 01:10:00$' <<<"$out"
check 'the count reaches the server as a value' test -n "$(calls '^set count=5$')"
check 'that database is asked' test -n "$(calls '^psql -Xwq -v ON_ERROR_STOP=1 -d shop ')"
touch empty
run --database shop
check 'a database without tables is fine' test "$status" -eq 0
check 'it says so' grep -q '^database shop has no tables of its own$' <<<"$out"
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
run --database shop --limit 'x; touch pwned'
check 'a command as --limit is refused' test "$status" -eq 2
run --database shop --limit '$(touch pwned)'
check 'a substitution as --limit is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
