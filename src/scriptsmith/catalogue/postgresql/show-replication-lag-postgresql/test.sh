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
  *'pg_is_in_recovery()'*) if [[ -e standby ]]; then echo t; elif [[ ! -e mute ]]; then echo f; fi ;;
  *pg_replication_slots*) cat counts ;;
  *pg_stat_replication*)
    if [[ -e standby ]]; then fail 'recovery is in progress'; fi
    echo ' standby |  client  |   state   | sync_state | to_replay |   time_lag   '
    echo '---------+----------+-----------+------------+-----------+--------------'
    if [[ ! -e alone ]]; then
      echo ' db3     | 10.0.0.9 | catchup   | async      | 12 GB     | 00:31:07.004'
      echo ' db2     | 10.0.0.8 | streaming | async      | 0 bytes   | -'
    fi
    ;;
  *pg_stat_wal_receiver*) $tuples && cat standby ;;
esac
EOF

printf '2|2|0\n\n' >counts
run
check 'a primary with standbys succeeds' test "$status" -eq 0
check 'they are counted' grep -qx 'primary, 2 connections of replication (a standby that is not connected now is not among them):' <<<"$out"
check 'the one that is far behind is shown' grep -q '^ db3 .*catchup .*12 GB .*00:31:07.004' <<<"$out"
check 'a lag that is not known is shown as such' grep -q '^ db2 .*| 0 bytes   | -$' <<<"$out"
check 'the server compares positions in its log' test -n "$(calls 'pg_wal_lsn_diff\(pg_current_wal_lsn\(\), replay_lsn\)')"
printf '2|2|0\nold_standby spare\n' >counts
run
check 'slots that nobody uses are named' grep -qx 'slots that nobody uses: old_standby spare' <<<"$out"
printf '0|1|1\n\n' >counts
run
check 'connections that may not be seen are refused' test "$status" -eq 3
printf '0|1|0\n\n' >counts
run
check 'a base backup is no standby' test "$status" -eq 1
printf '0|0|0\n\n' >counts
touch alone
run
check 'a primary without standbys is a failure' test "$status" -eq 1
check 'it says so' grep -q 'no standby is connected' <<<"$err"

echo 'streaming|false|16 MB|00:00:09' >standby
run
check 'a standby that streams succeeds' test "$status" -eq 0
check 'what is not replayed is shown' grep -q '^received and not yet replayed: 16 MB$' <<<"$out"
check 'the age is shown' grep -q '^last replayed transaction: 00:00:09 ago$' <<<"$out"
check 'and what it may mean' grep -q '^note: that age grows on an idle primary too' <<<"$out"
echo 'streaming|true|16 MB|00:00:09' >standby
run
check 'a standby that is paused is a failure' test "$status" -eq 1
echo 'hidden|false|16 MB|00:00:09' >standby
run
check 'a receiver that may not be seen is refused' test "$status" -eq 3
echo 'none|false|unknown|02:00:00' >standby
run
check 'a standby without a receiver is a failure' test "$status" -eq 1
check 'its age is still shown' grep -q 'transaction: 02:00:00 ago' <<<"$out"
rm standby
touch mute
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
