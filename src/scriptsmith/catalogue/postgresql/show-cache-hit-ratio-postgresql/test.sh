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
  *hit_percent*)
    echo ' database | hit_percent |   hits   |  reads  | temp_files | temp_written | since '
    echo '----------+-------------+----------+---------+------------+--------------+-------'
    if [[ ! -e fresh ]]; then
      echo ' shop     |       81.25 | 13000000 | 3000000 |         12 | 40 GB        | 2024-02-01 03:04'
      echo ' postgres |       99.90 |     9990 |      10 |          0 | 0 bytes      | start'
    fi
    ;;
  *'sum(blks_hit), sum(blks_read) FROM'*)
    if [[ ! -e second ]]; then touch second; cat before; else rm second; cat after; fi
    ;;
  *shared_buffers*) if [[ -e half ]]; then fail 'no'; fi; if [[ ! -e mute ]]; then echo 'whole server: 81.26% of 16010000 requests, shared_buffers 128MB'; fi ;;
esac
EOF
stub sleep </dev/null
echo '13000000|3000000' >before
echo '13000300|3000100' >after

run
check 'it succeeds' test "$status" -eq 0
check 'the database that reads most comes first' grep -q '^ shop     |       81.25 ' <<<"$(sed -n 3p <<<"$out")"
check 'another is listed' grep -q '^ postgres |       99.90 ' <<<"$out"
check 'the whole follows' grep -qx 'whole server: 81.26% of 16010000 requests, shared_buffers 128MB' <<<"$out"
check 'what it is now comes last' test "$(tail -n 1 <<<"$out"):$(calls ^sleep)" = 'within 5 s (a statement counts when it ends): 75% of 400 requests, 100 blocks were read:sleep 5'
check 'nothing is divided by zero' test -n "$(calls 'blks_hit \+ blks_read >= 1000')"
check 'each query is bounded' test "$(calls '^sql SET SESSION statement_timeout' | wc -l)" -eq 4
for each in '13000000|3000000' '5|5'; do
  echo "$each" >after
  run
  check 'without requests, or after a reset, no share is told' test "$(tail -n 1 <<<"$out")" = 'within 5 s (a statement counts when it ends): no requests, or the counters were reset'
done
: >after
run
check 'no second answer is a failure' test "$status" -eq 1
echo '13000300|3000100' >after
touch fresh
run
check 'a fresh server is fine' test "$status" -eq 0
check 'it says that there is little to count' grep -q '^no database has had 1000' <<<"$out"
touch half
run
check 'a second query that fails is a failure' test "$status" -eq 1
check 'no half answer is printed then' test -z "$out"
rm half
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
