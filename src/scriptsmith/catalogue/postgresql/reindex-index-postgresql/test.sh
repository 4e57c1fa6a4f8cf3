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
  *REINDEX*)
    if [[ -e lost ]]; then touch down; exit 2; fi
    if [[ -e twice ]]; then fail 'could not create unique index "orders_pkey_ccnew"'; fi
    if [[ -e after ]]; then cat after >index; fi
    ;;
  *backend_xmin*) cat open ;;
  *) cat index ;;
esac
EOF

echo '2 now, the oldest since 2026-01-02 03:04:05+00, and 0 prepared' >open
echo '150004|16402|invalid|9000 MB|orders_pkey_ccnew' >index
run --database shop --index orders_pkey --dry-run
check 'a dry run says what it would do' grep -qx 'would rebuild: public.orders_pkey (invalid, 9000 MB, needs as much again)' <<<"$out"
check 'what an earlier try left is told' grep -q 'left behind: orders_pkey_ccnew' <<<"$out"
check 'a dry run rebuilds nothing' test -z "$(calls REINDEX)"
echo '150004|16990|valid|2000 MB|' >after
run --database shop --index Sales.Idx
check 'it succeeds' test "$status" -eq 0
check 'for whom it waits is told' grep -q '^it waits for the transactions that are open in shop (2 now, the oldest since 2026-01-02 03:04:05+00, and 0 prepared)' <<<"$out"
check 'a time limit of the role does not end it half way' test -n "$(calls '^sql SET SESSION statement_timeout = 0; SET SESSION lock_timeout = 0; SELECT .*REINDEX')"
check 'before and after are told' grep -qx 'rebuilt: Sales.Idx (before: invalid, 9000 MB; now: valid, 2000 MB)' <<<"$out"
check 'the schema reaches the server as a value' test -n "$(calls '^set schema=Sales$')"
check 'the index reaches the server as a value' test -n "$(calls '^set name=Idx$')"
check 'the server quotes the name' test -n "$(calls "format\('REINDEX INDEX CONCURRENTLY %I.%I', :'schema', :'name'\).*gexec")"
run --database shop --index orders_pkey
check 'an index that stays as it was is a failure' test "$status" -eq 1
echo '150004|17001|invalid|2000 MB|' >after
run --database shop --index orders_pkey
check 'an index that is not valid is a failure' test "$status" -eq 1
touch twice
run --database shop --index orders_pkey
check 'a rebuild that failed is a failure' test "$status:$(grep -c 'orders_pkey was not rebuilt' <<<"$err")" = 1:1
echo '150004|17001|valid|2000 MB|orders_pkey_ccnew' >index
run --database shop --index orders_pkey
check 'what it leaves is told' grep -q 'was not rebuilt; invalid, and to be dropped: orders_pkey_ccnew$' <<<"$err"
touch lost
run --database shop --index orders_pkey
check 'so is a lost connection' test "$status:$(grep -c 'the connection was lost while public.orders_pkey' <<<"$err")" = 1:1
rm lost down
echo '120000|16402|valid|9000 MB|' >index
run --database shop --index orders_pkey --dry-run
check 'the first version that can is taken' test "$status:$(grep -c 'left behind' <<<"$out")" = 0:0
: >"$STUB_LOG"
echo '110022|16402|valid|9000 MB|' >index
run --database shop --index orders_pkey
check 'an old server is refused' test "$status" -eq 3
for version in 140000 140003; do
  echo "$version|16402|valid|9000 MB|" >index
  run --database shop --index orders_pkey
  check "a release that may lose rows is refused: $version" test "$status:$(grep -c 'before 14.4' <<<"$err")" = 3:1
done
for version in 130007 140004; do
  echo "$version|16402|valid|9000 MB|" >index
  run --database shop --index orders_pkey --dry-run
  check "its neighbour is not: $version" test "$status" -eq 0
done
: >open
run --database shop --index orders_pkey
check 'without an answer it is not begun' test "$status:$(grep -c 'the server gave no answer' <<<"$err"):$(calls REINDEX)" = 1:1:
: >index
run --database shop --index orders_pkey
check 'a missing index is refused' test "$status" -eq 3
run --database absent --index orders_pkey
check 'a missing database is a failed precondition' test "$status" -eq 3
check 'a refused run rebuilds nothing' test -z "$(calls REINDEX)"
run --database 'host=evil.example' --index orders_pkey
check 'a connection string is no name' test "$status" -eq 2

run --index public.orders_pkey --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --index public.orders_pkey --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run --index public.orders_pkey
check '--database is required' test "$status" -eq 2
run --database shop --index 'x; touch pwned'
check 'a command as --index is refused' test "$status" -eq 2
run --database shop --index '$(touch pwned)'
check 'a substitution as --index is refused' test "$status" -eq 2
run --database shop
check '--index is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --index public.orders_pkey --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop --index public.orders_pkey >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
