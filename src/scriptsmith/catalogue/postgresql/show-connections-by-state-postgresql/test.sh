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
  *max_connections*) $tuples && echo '97 of 100 connections in use (3 reserved for superusers)' ;;
  *'AS state'*)
    printf '        state        | connections | longest  \n---------------------+-------------+----------\n'
    printf ' idle                |          80 | 00:12:01\n idle in transaction |          15 | 01:02:03\n'
    if [[ -e hidden ]]; then printf ' not visible         |           2 | \n'; fi
    ;;
  *'AS application'*)
    printf ' connections | user | database | application | client \n-------------+------+----------+-------------+--------\n'
    printf '          90 | shop | shop     | web         | 10.0.0.7\n'
    ;;
  *) fail 'syntax error' ;;
esac
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the limit comes first' test "$(head -n 1 <<<"$out")" = '97 of 100 connections in use (3 reserved for superusers)'
check 'what PostgreSQL 16 reserves for others is asked for' test -n "$(calls "current_setting\('reserved_connections', true\)")"
check 'states are counted' grep -q '^ idle in transaction | *15 | 01:02:03' <<<"$out"
check 'holders are counted' grep -q '90 | shop | shop     | web ' <<<"$out"
check 'nothing is said of hidden states' test "$(grep -c pg_monitor <<<"$out")" -eq 0
check 'an application on many hosts is one group' test -n "$(calls 'GROUP BY usename, datname, application_name ORDER')"
check 'each query is bounded' test "$(calls "^sql SET SESSION statement_timeout" | wc -l)" -eq 3
check 'only client sessions are counted' test "$(calls "coalesce\(backend_type, 'client backend'\) = 'client backend' AND datid IS NOT NULL" | wc -l)" -eq 3
check 'it never asks for a password' test "$(calls '^psql -Xwq ' | wc -l)" -eq 3
touch hidden
run
check 'hidden states are pointed out' grep -q 'no member of pg_monitor' <<<"$out"
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3
check 'that slots are reserved for a superuser is told' grep -q 'come as a superuser' <<<"$err"
check 'nothing is listed then' test -z "$out"

run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
