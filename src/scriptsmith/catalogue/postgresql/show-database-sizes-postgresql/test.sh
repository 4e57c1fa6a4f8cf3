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
$tuples || exit 1
if [[ $sql == *pg_ls_waldir* ]]; then
  if [[ -e closed ]]; then fail 'permission denied for function pg_ls_waldir'; fi
  echo '96 GB'
elif [[ ! -e mute ]]; then
  printf '212 GB|shop\n7705 kB|postgres\n48 MB|a | b\nnot visible|payroll\n212 GB|total of 4 databases\n'
fi
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' test "$(head -n 1 <<<"$out")" = '      212 GB  shop'
check 'a bar in a name is kept' grep -q '48 MB  a | b$' <<<"$out"
check 'a closed database is listed too' grep -q ' not visible  payroll$' <<<"$out"
check 'the total follows' grep -qx '      212 GB  total of 4 databases' <<<"$out"
check 'and the write-ahead log, which no database has' test "$(tail -n 1 <<<"$out")" = '       96 GB  write-ahead log, beside the total (as are temporary files)'
touch closed
run
check 'a role that may not see the log gets the rest' test "$status:$err:$(grep -c '^ not visible  write-ahead log' <<<"$out")" = 0::1
check 'a closed database does not break the query' test -n "$(calls 'CASE WHEN has_database_privilege\(oid')"
check 'control characters in names are replaced' test -n "$(calls 'regexp_replace\(datname, .\[\[:cntrl:\]\]')"
check 'the total does not count one without a size' test -n "$(calls "'total of ' \|\| count\(bytes\)")"
check 'the query is bounded' test -n "$(calls '^sql SET SESSION statement_timeout')"
touch mute
run
check 'an empty answer is a failure' test "$status" -eq 1
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3
run extra
check 'a word too many is refused' test "$status" -eq 2

run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
