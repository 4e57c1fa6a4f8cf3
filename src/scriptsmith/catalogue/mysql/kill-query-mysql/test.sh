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
if [[ $sql == "SELECT CONCAT(@@hostname, ':', @@port)" ]]; then
  echo db1:3306
  exit 0
fi
printf 'sql %s\n' "${sql//$'\n'/ }" >>"$STUB_LOG"
if [[ -e broken ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
INC
stub sleep </dev/null
stub mysql <<'EOF'
. ./mysql.inc
case $sql in
  *processlist*) cat seen ;;
  'KILL QUERY 812')
    if [[ -e forbidden ]]; then fail '1095 (HY000)' 'You are not owner of thread 812'; fi
    if [[ ! -e stubborn ]]; then printf 'shop\tSleep\t0\t-\n' >seen; fi
    ;;
  *) fail '1064 (42000)' 'You have an error in your SQL syntax' ;;
esac
EOF
busy() { printf 'shop\tQuery\t4711\tSELECT * FROM orders\e[31m\n' >seen; }

busy
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --id 812 --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --id 812 --dry-run
check 'a dry run says what it would kill' test "$out" = 'would kill the statement of: 812, on db1:3306, user shop, for 4711 s: SELECT * FROM orders?[31m'
check 'a dry run kills nothing' test -z "$(calls KILL)"
run --id 0812
check 'it succeeds' test "$status" -eq 0
check 'it says what was killed' grep -q '^killed the statement of: 812, on db1:3306, user shop' <<<"$out"
check 'only the statement is killed' test -n "$(calls '^sql KILL QUERY 812$')"
: >"$STUB_LOG"
run --id 812
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to kill' test "$out" = 'nothing to kill: connection 812 on db1:3306 is idle, and keeps what it has locked'
check 'a second run kills nothing' test -z "$(calls KILL)"
busy
touch stubborn
run --id 812
check 'a statement that goes on is a failure' test "$status" -eq 1
check 'which may be the same sent again' grep -q 'still executes it, or the same again' <<<"$err"
check 'it waits a bounded time' test "$(calls '^sleep 1' | wc -l)" -eq 10
touch forbidden
run --id 812
check 'a refusal of the server is a failure' test "$status" -eq 1
: >"$STUB_LOG"
printf 'system user\tSlave_SQL\t10\t-\n' >seen
run --id 812
check 'a replication thread is refused' test "$status" -eq 3
printf 'event_scheduler\tQuery\t10\tCALL p()\n' >seen
run --id 812
check 'a thread of the server is refused' test "$status" -eq 3
: >seen
run --id 812
check 'an unknown connection is refused' test "$status" -eq 3
check 'and told as one' grep -q 'there is no connection' <<<"$err"
for statement in 'REPAIR TABLE orders' 'optimize no_write_to_binlog table a' '/* ops */ Repair TABLE x' '/* repair of x */\nOPTIMIZE TABLE x' '\n\trepair\ttable x'; do
  printf 'shop\tQuery\t10\t%s\n' "$statement" >seen
  run --id 812
  check "what would leave a broken table is refused: $statement" test "$status:$(grep -c '^kill-query-mysql: refused: .* a MyISAM table .*: 812, on db1:3306' <<<"$err")" = 3:1
done
for statement in 'SELECT repair FROM optimize' 'REPAIRS()' 'CALL repair_table()' '/* x */ DELETE FROM repair WHERE x'; do
  printf 'shop\tQuery\t10\t%s\n' "$statement" >seen
  run --id 812 --dry-run
  check "no other: $statement" test "$status" -eq 0
done
check 'a refused run kills nothing' test -z "$(calls KILL)"
touch down
run --id 812
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --id 'x; touch pwned'
check 'a command as --id is refused' test "$status" -eq 2
run --id '$(touch pwned)'
check 'a substitution as --id is refused' test "$status" -eq 2
run
check '--id is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --id 812 --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --id 812 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
