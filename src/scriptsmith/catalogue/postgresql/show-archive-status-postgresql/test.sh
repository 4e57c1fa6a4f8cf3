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
case $sql in
  *pg_stat_archiver*) cat archiver ;;
  *pg_ls_archive_statusdir*) if [[ -e old ]]; then fail 'function pg_ls_archive_statusdir() does not exist'; fi; cat waiting ;;
esac
EOF

echo '12|3' >waiting
echo 'on|fine|4711|00000001000000A100000042|2024-02-01 03:04:05+00|2|00000001000000A100000001|2024-01-30 01:00:00+00|f|t|f' >archiver
run
check 'archiving that works succeeds' test "$status" -eq 0
check 'the last segment is told' grep -qxF 'archived: 4711 segments, the last 00000001000000A100000042 at 2024-02-01 03:04:05+00' <<<"$out"
check 'an old failure is told' grep -qxF 'failed: 2 tries, the last 00000001000000A100000001 at 2024-01-30 01:00:00+00' <<<"$out"
check 'what waits is counted' grep -qx 'waiting: 12 segments, the oldest for 3 min' <<<"$out"
check 'only segments that wait are counted' test -n "$(calls "LIKE '%.ready'")"
check 'each query is bounded' test "$(calls '^sql SET SESSION statement_timeout' | wc -l)" -eq 2
echo 'always|failing|0|nothing|never|812|00000001000000A100000043|2024-02-01 04:00:00+00|f|t|f' >archiver
run
check 'archiving that fails is a failure' test "$status" -eq 1
check 'the segment is told' grep -q '00000001000000A100000043 at 2024-02-01 04:00:00' <<<"$err"
check 'that nothing was archived ever is told' grep -qx 'archived: 0 segments, the last nothing at never' <<<"$out"
echo 'on|fine|0|nothing|never|0|nothing|never|f|f|f' >archiver
run
check 'a server without a command fails' grep -q 'archive_command is empty' <<<"$err"
echo 'on|fine|0|nothing|never|0|nothing|never|t|t|f' >archiver
run
check 'a standby that leaves it to the primary is refused' test "$status" -eq 3
echo 'on|fine|7|nothing|never|0|nothing|never|f|t|t' >archiver
run
check 'a command that keeps nothing is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "keeps nothing" <<<"$2"' _ "$status" "$err"
echo 'on|fine|7|nothing|never|0|nothing|never|f|t|f' >archiver
echo '1|11' >waiting
run
check 'a segment that waits for long is a failure' test "$status" -eq 1
check 'and no word of more than that' grep -q 'archiving does not keep up, or is stuck: a segment has waited for 11 min' <<<"$err"
touch old
run
check 'a second query that fails is a failure' test "$status" -eq 1
rm old
echo 'off|fine|0|nothing|never|0|nothing|never|f|t|f' >archiver
run
check 'archiving that is off is a failed precondition' test "$status" -eq 3
check 'it says so' grep -q 'archive_mode is off' <<<"$err"
: >archiver
run
check 'an empty answer is a failure' test "$status" -eq 1
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
