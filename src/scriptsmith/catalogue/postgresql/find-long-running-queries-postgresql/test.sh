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
if [[ $sql == *'backend_type IS NULL'* ]]; then cat hidden; exit 0; fi
echo '  pid  | running  | user | database | waits_for | blocked_by | query '
echo '-------+----------+------+----------+-----------+------------+-------'
if [[ ! -e quiet ]]; then
  echo '  4711 | 02:11:09 | shop | shop     | -         |          0 | SELECT * FROM orders'
  echo ' 10815 | 00:20:00 | bi   | shop     | Lock/transactionid |   1 | UPDATE stock SET n = 1'
fi
EOF

echo '0|0' >hidden
run --minutes 600 --limit 5
check 'it succeeds' test "$status" -eq 0
check 'a query is listed with its process' grep -q '^  4711 | 02:11:09 | shop ' <<<"$out"
check 'they are counted' grep -q '^2 queries listed that have been running for 600 min or longer$' <<<"$out"
check 'the age reaches the server as a value' test -n "$(calls '^set minutes=600$')"
check 'the limit reaches the server as a value' test -n "$(calls '^set count=5$')"
check 'the server compares' test -n "$(calls "make_interval\(mins => :'minutes'::integer\)")"
check 'its own session is left out' test -n "$(calls 'pid <> pg_backend_pid\(\)')"
check 'of idle transactions nothing is said where there are none' test -z "$(grep ^note <<<"$out")"
echo '0|3' >hidden
run
check 'sessions that are idle in a transaction as old are counted' grep -q '^note: 3 sessions are idle in a transaction of that age' <<<"$out"
check 'the default is one minute' test -n "$(calls '^set minutes=1$')"
run --minutes 010
check 'a leading zero is no octal' test -n "$(calls '^set minutes=10$')"
echo '0|0' >hidden
touch quiet
run
check 'no such query is fine' test "$status" -eq 0
check 'it says that there is none' test "$out" = 'no query has been running for 1 min or longer'
echo '3|0' >hidden
run
check 'sessions that cannot be seen are no proof that there is none' test "$status:$out" = 3:
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --minutes 'x; touch pwned'
check 'a command as --minutes is refused' test "$status" -eq 2
run --minutes '$(touch pwned)'
check 'a substitution as --minutes is refused' test "$status" -eq 2
run --limit 'x; touch pwned'
check 'a command as --limit is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a substitution as --limit is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
