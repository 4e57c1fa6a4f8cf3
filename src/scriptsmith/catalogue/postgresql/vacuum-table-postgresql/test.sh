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
  *VACUUM*)
    if [[ -e locked ]]; then fail 'canceling statement due to lock timeout'; fi
    if [[ -e foreign ]]; then
      echo 'WARNING:  permission denied to vacuum "orders", skipping it' >&2
    else
      echo '8|1|12 dead rows, 9 GB' >table
    fi
    ;;
  *) cat table ;;
esac
EOF

echo '7|1|9000000 dead rows, 12 GB' >table
run --database shop --table orders --dry-run
check 'a dry run says what it would do' test "$out" = 'would vacuum: public.orders (9000000 dead rows, 12 GB)'
check 'nor says that it began' test "$(grep -c 'no limit of time' <<<"$out")" = 0
check 'a dry run vacuums nothing' test -z "$(calls VACUUM)"
run --database shop --table Sales.Orders
check 'it succeeds' test "$status" -eq 0
check 'before and after are told' grep -qx 'vacuumed: Sales.Orders (before: 9000000 dead rows, 12 GB; now: 12 dead rows, 9 GB)' <<<"$out"
check 'that the file stays as large is told, and that there is no limit of time' test "$(grep -cx -e 'its file does not shrink: new rows use the space' -e 'it has no limit of time; Ctrl-C ends it, and what is done by then stays done' <<<"$out")" = 2
check 'few dead rows are no matter' test -z "$err"
sed -i "s/echo '8|1|12 dead/echo '8|1|4500000 dead/" .stubs/psql; echo '7|1|9000000 dead rows, 12 GB' >table
run --database shop --table Sales.Orders
check 'that many dead rows are left is told' test "$status:$(grep -c '^note: 4500000 dead rows are left' <<<"$err")" = 0:1
sed -i "s/echo '8|1|4500000 dead/echo '8|1|4499999 dead/" .stubs/psql; echo '7|1|9000000 dead rows, 12 GB' >table
run --database shop --table Sales.Orders
check 'less than half of them are what came meanwhile' test -z "$err"
sed -i "s/echo '8|1|4499999 dead/echo '8|1|100 dead/" .stubs/psql; echo '7|1|90 dead rows, 12 GB' >table
run --database shop --table Sales.Orders
check 'more than there were are told, too' grep -q '^note: 100 dead rows are left' <<<"$err"
sed -i "s/echo '8|1|100 dead/echo '8|1|12 dead/" .stubs/psql
check 'the schema reaches the server as a value' test -n "$(calls '^set schema=Sales$')"
check 'the table reaches the server as a value' test -n "$(calls '^set name=Orders$')"
check 'the server quotes the name' test -n "$(calls "format\('VACUUM \(ANALYZE, TRUNCATE FALSE\) %I.%I', :'schema', :'name'\).*gexec")"
check 'it is no full vacuum' test -z "$(calls 'FULL')"
check 'the wait for a lock is bounded' test -n "$(calls "lock_timeout = '10s'.*VACUUM")"
echo '5|3|9 dead rows, 1 GB, 3 partitions' >table; cp .stubs/psql kept
sed -i "s/echo '8|1|.*' >table/echo '7|3|9 dead rows, 1 GB, 3 partitions' >table/" .stubs/psql
: >"$STUB_LOG"
run --database shop --table orders
check 'a partition that was skipped is a failure' test "$status:$(grep -c 'not of all its partitions' <<<"$err")" = 1:1
check 'it waits a bounded time' test "$(calls '^sleep 1' | wc -l)" -eq 4
cp kept .stubs/psql
echo '7|1|9000000 dead rows, 12 GB' >table
touch foreign
run --database shop --table orders
check 'a vacuum that was skipped is a failure' test "$status:$(grep -c 'is this role the owner, and track_counts on?' <<<"$err")" = 1:1
touch locked
run --database shop --table orders
check 'a vacuum that failed is a failure' test "$status" -eq 1
: >table
run --database shop --table orders
check 'a missing table is refused' test "$status" -eq 3
run --database absent --table orders
check 'a missing database is a failed precondition' test "$status" -eq 3
run --database shop --table a.b.c
check 'more than a schema and a table is refused' test "$status" -eq 2
run --database 'host=evil.example' --table orders
check 'a connection string is no name' test "$status" -eq 2

run --table public.orders --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --table public.orders --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run --table public.orders
check '--database is required' test "$status" -eq 2
run --database shop --table 'x; touch pwned'
check 'a command as --table is refused' test "$status" -eq 2
run --database shop --table '$(touch pwned)'
check 'a substitution as --table is refused' test "$status" -eq 2
run --database shop
check '--table is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --table public.orders --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop --table public.orders >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
