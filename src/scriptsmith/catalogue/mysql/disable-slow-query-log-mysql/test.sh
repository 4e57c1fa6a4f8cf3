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
  "SELECT CONCAT(@@GLOBAL.hostname, ' port ', @@GLOBAL.port)") [[ ! -e nameless ]] || fail '1193 (HY000)' 'Unknown system variable'; echo 'db1 port 3306' ;;
  'SET GLOBAL slow_query_log = OFF')
    if [[ -e forbidden ]]; then fail '1227 (42000)' 'Access denied; you need SUPER'; fi
    if [[ -e breaks ]]; then touch broken; fi
    if [[ ! -e stubborn ]]; then printf '0\tFILE\t/x\t/data/\n' >now; fi
    ;;
  *) fail '1064 (42000)' 'You have an error in your SQL syntax' ;;
esac
EOF
on() { printf '1\tFILE\t/var/lib/mysql/db 1-slow.log\t/var/lib/mysql/\n' >now; }

on
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --dry-run
check 'a dry run says what it would do' test "$out" = "would turn off: the slow query log in '/var/lib/mysql/db 1-slow.log'"
check 'a dry run sets nothing' test -z "$(calls '^sql SET')"
run
check 'it succeeds' test "$status" -eq 0
check 'where the log stays is told' test "$(head -n 1 <<<"$out")" = "turned off, until the next restart of the server: what was logged stays in '/var/lib/mysql/db 1-slow.log'"
check 'so is the way back' grep -qx 'undo, on the server db1 port 3306: SET GLOBAL slow_query_log = ON' <<<"$out"
check 'it is off' grep -q '^0' now
: >"$STUB_LOG"
run
check 'a second run has nothing to do' test "$out" = 'off already'
check 'a second run sets nothing' test -z "$(calls '^sql SET')"
printf '1\tFILE\t./db1-slow.log\t/data/\n' >now
run
check 'a file without a directory lies among the data' test "$(head -n 1 <<<"$out")" = "turned off, until the next restart of the server: what was logged stays in '/data/db1-slow.log'"
printf '1\tTABLE\t/x\t/data/\n' >now
run
check 'a log in a table is told' test "$(head -n 1 <<<"$out")" = 'turned off, until the next restart of the server: what was logged stays in the table mysql.slow_log'
on; touch nameless; run; rm nameless
check 'a server that does not tell its name is left as it is' test "$status:$(cut -f 1 now)" = 1:1
on; touch breaks
run
check 'a state that cannot be read afterwards is a failure' test "$status:$(grep -c 'cannot be read any more' <<<"$err")" = 1:1
rm breaks broken
: >now
run
check 'an answer without a state is a failure, and sets nothing' test "$status:$(grep -c 'the server gave no answer' <<<"$err"):$(cat now)" = 1:1:
: >version
run
check 'a server without a version is refused' test "$status:$(grep -c 'the server gave no answer' <<<"$err")" = 3:1
rm version
on
touch stubborn
run
check 'a setting that does not take is a failure' test "$status" -eq 1
touch forbidden
run
check 'a refusal of the server is a failure' test "$status:$(grep -c 'slow_query_log cannot be set' <<<"$err")" = 1:1
: >now
run
check 'an empty answer is a failure' test "$status" -eq 1
touch broken
run
check 'a query that fails is a failure' test "$status:$(grep -c 'the setting cannot be read' <<<"$err")" = 1:1
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
