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
echo ' total  | rows_only | indexes | toast_etc | about_rows | table '
echo '--------+-----------+---------+-----------+------------+-------'
if [[ ! -e mute ]]; then
  echo ' 90 GB  | 50 GB     | 39 GB   | 1 GB      |   81000000 | public.orders'
  echo ' 12 GB  | 12 GB     | 40 kB   | 8 kB      | unknown    | public.a b'
fi
EOF

run --database shop --limit 2
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -q '^ 90 GB .* 39 GB .*| public.orders$' <<<"$(sed -n 3p <<<"$out")"
check 'a name with a space is kept' grep -q '| public.a b$' <<<"$out"
check 'they are counted' grep -qx '2 tables of database shop listed' <<<"$out"
check 'that database is asked' test -n "$(calls '^psql -Xwq -v ON_ERROR_STOP=1 -d shop ')"
check 'the count reaches the server as a value' test -n "$(calls '^set count=2$')"
check 'partitions are counted with the whole table' test -n "$(calls 'pg_partition_root\(c\.oid\).* GROUP BY name ')"
check 'temporary tables are not left out' test -z "$(calls relpersistence)"
check 'the query is bounded' test -n "$(calls '^sql SET SESSION statement_timeout')"
check 'and so is its wait for a lock' test -n "$(calls 'SET SESSION lock_timeout')"
run --database shop --limit 08
check 'a leading zero is no octal' test -n "$(calls '^set count=8$')"
run --database absent
check 'a missing database is a failed precondition' test "$status" -eq 3
run --database shop --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --database 'host=evil.example dbname=x'
check 'a connection string is no name' test "$status" -eq 2
run --database postgresql://evil.example/x
check 'an address is no name' test "$status" -eq 2
touch mute
run --database shop
check 'an empty list is a failure' test "$status" -eq 1
touch broken
run --database shop
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run --database shop
check 'a server that is down is a failed precondition' test "$status" -eq 3

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
