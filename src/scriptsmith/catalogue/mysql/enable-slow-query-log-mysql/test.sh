#!/usr/bin/env bash
. "$HARNESS"

# Takes the options that the scripts need of mysql, refuses others as mysql does, and ends as mysql ends.
cat >mysql.inc <<'INC'
sql='' names=true vertical=false
for word; do
  case $word in
    --batch | --connect-timeout=10) ;;
    --skip-column-names) names=false ;;
    --vertical) vertical=true ;;
    --execute=*) sql=${word#*=} ;;
    *) printf "mysql: unknown option '%s'\n" "$word" >&2; exit 2 ;;
  esac
done
if [[ -e down ]]; then
  echo "ERROR 2002 (HY000): Can't connect to local server through socket '/run/mysqld/mysqld.sock' (2)" >&2
  exit 1
fi
fail() {
  printf 'ERROR %s at line 1: %s\n' "$1" "$2" >&2
  exit 1
}
if [[ $sql == 'SELECT VERSION()' ]]; then
  cat version 2>/dev/null || echo 8.0.36
  exit 0
fi
printf 'sql %s\n' "${sql//$'\n'/ }" >>"$STUB_LOG"
if [[ -e broken ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
INC
stub mysql <<'EOF'
. ./mysql.inc
$names && exit 1
case $sql in
  'SELECT @@GLOBAL.slow_query_log, '*) cat now ;;
  'SET GLOBAL long_query_time = '*) if [[ -e forbidden ]]; then fail '1227 (42000)' 'Access denied; you need SUPER'; fi ;;
  'SET GLOBAL slow_query_log = ON')
    if [[ -e half ]]; then fail '1227 (42000)' 'Access denied; you need SUPER'; fi
    if [[ -e breaks ]]; then touch broken; fi
    if [[ ! -e stubborn ]]; then cat after >now; fi
    ;;
  *) fail '1064 (42000)' 'You have an error in your SQL syntax' ;;
esac
EOF
off() { printf '0\t10.000\tFILE\t/var/lib/mysql/db1-slow.log\t/var/lib/mysql/\t0\n' >now; }
off
printf '1\t2.000\tFILE\t/var/lib/mysql/db1-slow.log\t/var/lib/mysql/\t0\n' >after

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --seconds 2 --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --seconds 2 --dry-run
check 'a dry run says what it would do' test "$out" = 'would turn on: the slow query log, for statements over 2 s (now slow_query_log 0, long_query_time 10.000)'
check 'a dry run sets nothing' test -z "$(calls '^sql SET')"
run --seconds 02
check 'it succeeds' test "$status" -eq 0
check 'the former values are told' grep -qx 'turned on: statements over 2 s (before: slow_query_log 0, long_query_time 10.000); for sessions that begin from now on' <<<"$out"
check 'the file is told' grep -qx "written to: '/var/lib/mysql/db1-slow.log'" <<<"$out"
check 'the threshold is set first' test "$(calls '^sql SET' | head -n 1)" = 'sql SET GLOBAL long_query_time = 2'
: >"$STUB_LOG"
run --seconds 2
check 'a second run has nothing to do' grep -qx 'on already: statements over 2 s' <<<"$out"
check 'a second run changes nothing' test "$(calls '^sql SET')" = 'sql SET GLOBAL slow_query_log = ON'
: >"$STUB_LOG"
run --seconds 2 --dry-run
check 'a dry run does not even ask again' test "$status:$(calls '^sql SET')" = 0:
touch half
run --seconds 2
check 'one that is on, and whose file cannot be opened, is a failure' test "$status:$(grep -c 'nothing tells that it is written' <<<"$err")" = 1:1
rm half
printf '0\t10.000\tTABLE\t/x\t/var/lib/mysql/\t0\n' >now
printf '1\t1.000\tTABLE\t/x\t/var/lib/mysql/\t0\n' >after
run
check 'the default is one second' test -n "$(calls 'long_query_time = 1$')"
check 'a log in a table is told' grep -q 'mysql.slow_log' <<<"$out"
printf '1\t10.000\tFILE\t/x\t/var/lib/mysql/\t0\n' >now; printf '1\t2.000\tFILE\t/x\t/var/lib/mysql/\t0\n' >after
run --seconds 2
check 'one that is on, for slower statements, is set' test "$status:$(grep -c '^turned on: statements over 2 s (before: slow_query_log 1, long_query_time 10.000)' <<<"$out")" = 0:1
printf '0\t2.000\tFILE\t/x\t/var/lib/mysql/\t0\n' >now
run --seconds 2
check 'one that is off, with that threshold, is turned on' grep -q '^turned on: statements over 2 s (before: slow_query_log 0,' <<<"$out"
off
run --seconds 010 --dry-run
check 'seconds are decimal' grep -q '^would turn on: the slow query log, for statements over 10 s' <<<"$out"
run --seconds 999999 --dry-run
check 'eleven days are taken' test "$status" -eq 0
run --seconds 1000000 --dry-run
check 'more is refused' test "$status" -eq 2
touch half
run
check 'a refusal of the second setting is a failure' test "$status:$(grep -c 'slow_query_log cannot be set .*; before: slow_query_log 0, long_query_time 10.000$' <<<"$err")" = 1:1
rm half; touch breaks
run
check 'settings that cannot be read afterwards are a failure' test "$status:$(grep -c 'cannot be read any more' <<<"$err")" = 1:1
rm breaks
run
check 'nor may they be unreadable before' test "$status:$(grep -c 'the settings cannot be read$' <<<"$err")" = 1:1
rm broken; : >now
run
check 'an answer without a file sets nothing' test "$status:$(grep -c 'the server gave no answer' <<<"$err"):$(cat now)" = 1:1:
: >version
run
check 'a server without a version is refused' test "$status:$(grep -c 'the server gave no answer' <<<"$err")" = 3:1
rm version
off
touch stubborn
run
check 'a setting that does not take is a failure' test "$status" -eq 1
touch forbidden
run
check 'a refusal of the server is a failure' test "$status:$(grep -c 'long_query_time cannot be set' <<<"$err")" = 1:1
printf '0\t10.000\tNONE\t/x\t/var/lib/mysql/\t0\n' >now
run
check 'a server that logs nowhere is refused' test "$status" -eq 3
: >now
run
check 'an empty answer is a failure' test "$status" -eq 1
for none in FILE,NONE NONE,TABLE; do
  printf '0\t10.000\t%s\t/x\t/var/lib/mysql/\t0\n' $none >now
  run
  check "NONE beside another destination wins: $none" test "$status:$(grep -c "log_output is $none" <<<"$err")" = 3:1
done
printf '1\t1.000\tFILE\tdb1-slow.log\t/srv/my data/\t100\n' >now
run
check 'a file without a directory lies in that of the data' grep -qx "written to: '/srv/my data/db1-slow.log'" <<<"$out"
check 'that few rows are not logged is told' grep -q '^note: statements that examine fewer than 100 rows are not logged' <<<"$out"
printf '1\t1.000\tFILE\t./db1-slow.log\t/srv/data/\t0\n' >now
run
check 'also one with a dot before it' grep -qx "written to: '/srv/data/db1-slow.log'" <<<"$out"
check 'without a limit of rows none is told' test -z "$(grep ^note <<<"$out")"
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --seconds 'x; touch pwned'
check 'a command as --seconds is refused' test "$status" -eq 2
run --seconds '$(touch pwned)'
check 'a substitution as --seconds is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
