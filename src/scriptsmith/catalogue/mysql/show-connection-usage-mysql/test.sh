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
  *information_schema.innodb_trx*)
    if [[ -e unprivileged ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
    echo 0
    ;;
  'SELECT @@GLOBAL.max_connections') echo 151 ;;
  'SHOW GLOBAL STATUS'*)
    if [[ -e half ]]; then fail '2013 (HY000)' 'Lost connection to MySQL server during query'; fi
    if [[ ! -e mute ]]; then printf 'Connection_errors_max_connections\t42\nMax_used_connections\t152\nThreads_connected\t140\nThreads_running\t7\n'; fi
    ;;
  *processlist*) printf '130\t128\tshop\t10.0.0.7\n1\t0\tro\e[31mot\tlocalhost\n' ;;
esac
EOF

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'the use comes first' test "$(head -n 1 <<<"$out")" = '140 of 151 connections in use (92 percent), 7 of them busy'
check 'the peak and the refusals are told' grep -qx 'at most since the start: 152; refused for lack of a free one: 42' <<<"$out"
check 'the largest holder is listed' grep -Eqx ' +130 +128  shop +10.0.0.7' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'the connection is bounded' test -n "$(calls '^mysql .*--connect-timeout=10')"
check 'the threads of replication hold no connection' test -n "$(calls "user <> 'system user'")"
check 'an account without a name keeps its place in the line' test -n "$(calls "NULLIF.user, ''., '.anonymous.'")"
check 'an account on many hosts is one group' test -n "$(calls 'AS sessions +GROUP BY account ORDER')"
check 'ten groups at most' test -n "$(calls 'LIMIT 10$')"
touch half
run
check 'a second query that fails is a failure' test "$status" -eq 1
check 'no half answer is printed then' test -z "$out"
rm half
touch mute
run
check 'missing counters are a failure' test "$status" -eq 1
touch unprivileged
run
check 'an account that cannot see other sessions is refused' test "$status" -eq 3
rm unprivileged
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
