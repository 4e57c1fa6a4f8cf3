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
  *stats_reset*) if [[ ! -e mute ]]; then echo '2024-02-01 03:04'; fi ;;
  *pg_stat_user_indexes*)
    echo '  size  |         made         |   state    | index | table '
    echo '--------+----------------------+------------+-------+-------'
    if [[ ! -e none ]]; then
      echo ' 12 GB  | 90 transactions ago | never used | public.orders_note_idx | orders'
      echo ' 300 MB | 2024-02-01 03:04 | invalid    | public.a b_ccnew | a b'
    fi
    ;;
esac
EOF

run --database shop
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -q '^ 12 GB  | 90 transactions ago | never used | public.orders_note_idx | orders$' <<<"$(sed -n 3p <<<"$out")"
check 'an invalid one is told apart' grep -q '| invalid    | public.a b_ccnew | a b$' <<<"$out"
check 'a build that this role is not shown is reckoned with' test -n "$(calls 'p\.index_relid IS NULL AND p\.datname = current_database\(\)')"
check 'they are counted' grep -qx '2 indexes are unused (of 1 MiB or more) or invalid' <<<"$out"
check 'since when is told' grep -qx 'the server has counted since 2024-02-01 03:04' <<<"$out"
check 'when each was made is asked for, as a time where the server keeps one' test -n "$(calls "track_commit_timestamp.*pg_xact_commit_timestamp\(i.xmin\).*age\(i.xmin\)")"
check 'that a young index is counted from then on only is told' grep -q '^note: one that was made or rebuilt after that is counted from then on only' <<<"$out"
check 'that other servers count for themselves is told' grep -q '^note: scans on other servers' <<<"$out"
check 'indexes of constraints are left out' test -n "$(calls 'NOT i.indisunique .*pg_constraint')"
run --database shop --min-size 0100
check 'the size reaches the server as a value' test -n "$(calls '^set mib=100$')"
touch none
run --database shop
check 'no unused index is fine' test "$status" -eq 0
check 'of young ones nothing is said then' bash -c '! grep -q "^note: one that was made" <<<"$1"' _ "$out"
check 'it says that there is none' grep -qx 'no index is invalid, none of 1 MiB or more is unused' <<<"$out"
touch mute
run --database shop
check 'an empty answer is a failure' test "$status" -eq 1
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
run --database shop --min-size 'x; touch pwned'
check 'a command as --min-size is refused' test "$status" -eq 2
run --database shop --min-size '$(touch pwned)'
check 'a substitution as --min-size is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
