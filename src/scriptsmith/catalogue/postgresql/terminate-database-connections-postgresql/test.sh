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
    if [[ ! -e stubborn ]]; then echo '0|0|0|0' >seen; fi
    if [[ -e pool ]]; then echo 1 >comes; fi
    echo 42
    ;;
  *pg_database*) cat seen; if [[ -e comes ]]; then echo '7|0|0|0' >seen; fi ;;
  *string_agg*) if [[ -e sender ]]; then echo walsender; fi ;;
  *'AS application'*)
    printf ' connections | user | application | client \n-------------+------+-------------+--------\n'
    printf '          42 | shop | web         | 10.0.0.7\n'
    ;;
esac
EOF

echo '42|3|0|0' >seen
run --database shop --dry-run
check 'a dry run says what it would end' grep -qx 'would terminate: 42 connections to shop, 3 of them busy or in a transaction' <<<"$out"
check 'who they are is listed' grep -q '42 | shop | web         | 10.0.0.7' <<<"$out"
check 'an application on many hosts is one group' test -n "$(calls 'GROUP BY usename, application_name ORDER')"
check 'a dry run ends nothing' test -z "$(calls pg_terminate_backend)"
touch sender; run --database shop --dry-run; rm sender
check 'what stays connected is told' grep -q 'keep shop from being dropped or renamed: walsender$' <<<"$err"
touch pool; run --database shop
check 'clients that come back a moment later are a failure' bash -c '[ "$1" = 1 ] && grep -q "7 connections to shop are left, or came back" <<<"$2"' _ "$status" "$err"
rm pool comes; echo '42|3|0|0' >seen
run --database shop
check 'it succeeds' test "$status" -eq 0
check 'it says how many were ended' grep -qx 'terminated: 42 connections to shop; clients may come back until they are stopped or CONNECT is revoked' <<<"$out"
check 'the database reaches the server as a value' test -n "$(calls '^set wanted=shop$')"
check 'its own session and those of the server are safe' test -n "$(calls "pg_terminate_backend.*backend_type = 'client backend' AND pid <> pg_backend_pid")"
check 'it does not connect to that database' test -z "$(calls '^psql .*-d shop')"
: >"$STUB_LOG"
run --database shop
check 'a second run has nothing to do' test "$out" = 'nothing to terminate: nobody is connected to shop'
check 'a second run ends nothing' test -z "$(calls pg_terminate_backend)"
echo '0|0|7|0' >seen
run --database shop
check 'sessions that may not be seen are refused' test "$status" -eq 3
: >"$STUB_LOG"
echo '42|3|0|1' >seen
run --database shop
check 'so are sessions that may not be ended, before any is' test "$status:$(calls pg_terminate_backend)" = 3:
echo '42|3|0|0' >seen
touch stubborn
run --database shop
check 'connections that stay are a failure' test "$status" -eq 1
check 'it waits a bounded time' test "$(calls '^sleep 1' | wc -l)" -eq 4
touch forbidden
run --database shop
check 'a refusal of the server is a failure' test "$status" -eq 1
: >seen
run --database nowhere
check 'a missing database is refused' test "$status" -eq 3
run --database 'host=evil.example'
check 'a connection string is no name' test "$status" -eq 2
touch down
run --database shop
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run
check '--database is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
