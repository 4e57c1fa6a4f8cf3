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
stub sleep <<'EOF'
if [[ -e connects ]] && (($(grep -c '^sleep' "$STUB_LOG") >= 9)); then cat connects >status; fi
EOF
stub mysql <<'EOF'
. ./mysql.inc
shows() {
  $vertical || exit 1
  $names || exit 1
  cat status
}
case $sql in
  'SHOW ALL SLAVES STATUS') if [[ ! -e mariadb ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi; shows ;;
  'SHOW REPLICA STATUS') if [[ -e old ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi; shows ;;
  'SHOW SLAVE STATUS') shows ;;
  'START REPLICA' | 'START SLAVE' | 'START ALL SLAVES')
    if [[ -e mariadb && $sql != *ALL* || ! -e mariadb && $sql == *ALL* ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi
    if [[ -e old && $sql == *REPLICA ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi
    if [[ -e forbidden ]]; then fail '1227 (42000)' 'Access denied; you need SUPER'; fi
    if [[ -e after ]]; then cat after >status; fi
    if [[ -e breaks ]]; then touch broken; fi
    ;;
  *) fail '1064 (42000)' 'You have an error in your SQL syntax' ;;
esac
EOF
row() { # PREFIX IO SQL ERROR
  printf '*************************** 1. row ***************************\n'
  printf '             %s_IO_State: \n           %s_IO_Running: %s\n          %s_SQL_Running: %s\n' "$1" "$1" "$2" "$1" "$3"
  printf '               Last_IO_Error: \n              Last_SQL_Error: %s\n       %s_SQL_Running_State: x\n' "$4" "$1"
}
row Replica No No '' >status
row Replica Yes Yes '' >after
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --dry-run
check 'a dry run says what it would do' test "$out" = 'would start: 2 of 2 replication threads'
check 'a dry run starts nothing' test -z "$(calls '^sql START')"
run
check 'it succeeds' test "$status" -eq 0
check 'it says so' test "$out" = 'running: 2 replication threads'
check 'after three seconds' test "$(calls '^sleep' | wc -l)" -eq 3
check 'it runs' grep -q 'Replica_SQL_Running: Yes' status
: >"$STUB_LOG"
run
check 'a second run has nothing to do' test "$out" = 'running already: 2 replication threads'
check 'a second run starts nothing' test -z "$(calls '^sql START')"
touch mariadb
row Slave No No '' >status
row Slave Yes Yes '' >after
run
check 'on MariaDB all connections are started' test -n "$(calls '^sql START ALL SLAVES$')"
rm mariadb
: >"$STUB_LOG"
row Replica Yes No "Error 'Duplicate entry: 7' on query" >status
row Replica Yes No "Error 'Duplicate entry: 7' on query" >after
run
check 'a thread that stops again is a failure' test "$status" -eq 1
check 'the error is told' grep -q "Duplicate entry: 7" <<<"$err"
check 'and not waited for longer than three seconds' test "$(calls '^sleep' | wc -l)" -eq 3
row Replica Connecting Yes '' >status
row Replica Connecting Yes '' >after
run
check 'a source out of reach is a failure' grep -q 'out of reach' <<<"$err"
check 'what goes on by itself is told' grep -q '1 of 2 replication threads do not run.*what does run goes on' <<<"$err"
row Replica Yes Yes '' >connects; : >"$STUB_LOG"
run
check 'one that takes nine seconds to connect is waited for' test "$status:$(calls '^sleep' | wc -l)" = 0:9
rm connects
touch old
row Slave No No '' >status
row Slave Yes Yes '' >after
run
check 'an old server is understood' test -n "$(calls '^sql START SLAVE$')"
check 'and started' test "$status" -eq 0
row Slave No No '' >status
touch forbidden
for server in old new mariadb; do
  rm -f old mariadb; touch "$server"
  run
  check "a refusal of the server is a failure ($server)" test "$status:$(grep -c 'replication could not be started, or not' <<<"$err")" = 1:1
done
rm forbidden new; touch breaks
run
check 'a state that cannot be read afterwards is a failure' test "$status:$(grep -c 'cannot be read any more' <<<"$err")" = 1:1
run
check 'nor may it be unreadable before' test "$status:$(grep -c 'the state of replication cannot be read$' <<<"$err")" = 1:1
rm breaks broken mariadb; touch old; : >version
run
check 'a server without a version is refused' test "$status:$(grep -c 'the server gave no answer' <<<"$err")" = 3:1
rm version
: >status
run
check 'a server that is no replica is refused' test "$status" -eq 3
echo 'surprise' >status
run
check 'another answer is a failure' test "$status" -eq 1
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
