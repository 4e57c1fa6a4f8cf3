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
  *pg_drop_replication_slot*)
    if [[ -e taken ]]; then fail 'replication slot "old_standby" is active for PID 812'; fi
    if [[ ! -e stubborn ]]; then : >slot; fi
    echo
    ;;
  *string_agg*) echo 'cdc standby_a' ;;
  *) cat slot ;;
esac
EOF

echo 'inactive|physical, retains 212 GB' >slot
run --slot old_standby --dry-run
check 'a dry run says what it would drop' test "$out" = 'would drop: slot old_standby (physical, retains 212 GB)'
check 'a dry run drops nothing' test -z "$(calls pg_drop_replication_slot)"
run --slot old_standby
check 'it succeeds' test "$status" -eq 0
check 'it says what was dropped' grep -qx 'dropped: slot old_standby (physical, retains 212 GB)' <<<"$out"
check 'and that the space is not free yet' grep -q '^note: that log goes at the next checkpoint, unless' <<<"$out"
check 'the name reaches the server as a value' test -n "$(calls '^set slot=old_standby$')"
check 'the server drops it only while nobody uses it' test -n "$(calls "pg_drop_replication_slot.*slot_name = :'slot' AND NOT active")"
: >"$STUB_LOG"
run --slot old_standby
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to do' test "$out" = 'nothing to drop: the server that was asked (PGHOST not set, PGPORT not set) has no slot old_standby; its slots: cdc standby_a'
check 'a second run drops nothing' test -z "$(calls pg_drop_replication_slot)"

echo 'active|physical, retains 16 MB' >slot
run --slot old_standby
check 'a slot in use is refused' test "$status" -eq 3
check 'and not dropped' test -z "$(calls pg_drop_replication_slot)"
echo 'inactive|physical, retains 16 MB' >slot
touch stubborn
run --slot old_standby
check 'a slot that stays is a failure' test "$status" -eq 1
touch taken
run --slot old_standby
check 'a refusal of the server is a failure' test "$status" -eq 1
check 'and told as one' grep -q 'the server did not carry out the query' <<<"$err"
run --slot 'Bad-Name'
check 'what can be no slot is refused' test "$status" -eq 2
touch down
run --slot old_standby
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --slot 'x; touch pwned'
check 'a command as --slot is refused' test "$status" -eq 2
run --slot '$(touch pwned)'
check 'a substitution as --slot is refused' test "$status" -eq 2
run
check '--slot is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --slot old_standby --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --slot old_standby >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
