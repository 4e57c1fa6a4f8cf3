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
  *pg_conf_load_time*config_file*) [[ -e mute ]] || echo '2024-02-01 03:04:05+00 from /etc/pg/postgresql.conf, port 5432'; [[ $sql != *pg_db_role_setting* || ! -e wins ]] || cat wins ;;
  *in\ force\ until\ the\ next\ restart:\ *pending_restart*ORDER\ BY\ name*) [[ $sql == *'FROM pg_file_settings'*pending_restart* ]] && sed 's/^/in force until the next restart: /' pending ;;
  *'without effect, a later line wins'*'NOT applied AND error IS NULL'*) if [[ -e overridden ]]; then cat overridden; fi ;;
  *pg_file_settings*)
    if [[ -e hidden ]]; then echo hidden; elif [[ -e faults ]]; then cat faults; fi
    ;;
esac
EOF

printf 'max_connections = 100\nshared_buffers = 16384 8kB\n' >pending
run
check 'it succeeds' test "$status" -eq 0
check 'a setting is listed with the value in force' grep -qx 'in force until the next restart: max_connections = 100' <<<"$out"
check 'its unit is shown' grep -qx 'in force until the next restart: shared_buffers = 16384 8kB' <<<"$out"
check 'they are counted' grep -qx '2 settings wait for a restart' <<<"$out"
check 'that the files are in order is told' grep -qx 'the configuration files have no faulty lines (pg_ident.conf was not looked at)' <<<"$out"
check 'when the files were read is told, and which' grep -q '^the server read its files last at 2024-02-01 03:04:05+00 from /etc/pg/postgresql.conf, port 5432: ' <<<"$out"
check 'no line is called without effect' test "$(grep -c '^without effect' <<<"$out")" -eq 0
check 'nor is anything said to win over the files' test "$(grep -c '^wins' <<<"$out")" -eq 0
printf 'wins over the files: the command line, for port\nwins over the files: ALTER ROLE or ALTER DATABASE, for work_mem (2 of them)\n' >wins
run
check 'what wins over the files is told' test "$status:$(grep '^wins' <<<"$out")" = "0:$(cat wins)"
check 'and the time once' test "$(grep -c '^the server read' <<<"$out")" -eq 1
rm wins
echo 'without effect, a later line wins: /etc/postgresql/15/main/postgresql.conf line 12: work_mem' >overridden
run
check 'a line that a later one overrides is named, and is no fault' test "$status:$(grep -cx 'without effect, a later line wins: /etc/postgresql/15/main/postgresql.conf line 12: work_mem' <<<"$out")" = 0:1
touch mute
run
check 'an empty answer is a failure' test "$status" -eq 1
rm mute
: >pending
run
check 'nothing that waits is fine' test "$status" -eq 0
check 'it says that nothing waits' grep -qx 'no setting waits for a restart' <<<"$out"
echo '/etc/postgresql/15/main/postgresql.conf line 64: max_connections: syntax error' >faults
run
check 'a faulty line is a failure' test "$status" -eq 1
check 'the line is shown' grep -q 'postgresql.conf line 64: max_connections: syntax error$' <<<"$out"
touch hidden
run
check 'files that may not be read are no failure' test "$status" -eq 0
check 'it says that they are not known' grep -q '^note: this role may not read' <<<"$out"
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
