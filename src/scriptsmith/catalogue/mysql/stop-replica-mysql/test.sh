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
stub sleep </dev/null
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
  'STOP REPLICA' | 'STOP SLAVE' | 'STOP ALL SLAVES')
    if [[ -e mariadb && $sql != *ALL* || ! -e mariadb && $sql == *ALL* ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi
    if [[ -e old && $sql == *REPLICA ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi
    if [[ -e forbidden ]]; then fail '1227 (42000)' 'Access denied; you need SUPER'; fi
    if [[ -e after ]]; then cat after >status; fi
    if [[ -e gone ]]; then touch down; fi
    ;;
  'SHOW GLOBAL VARIABLES'*skip_replica_start*) cat skips 2>/dev/null || fail '1193 (HY000)' 'Unknown' ;;
  *) fail '1064 (42000)' 'You have an error in your SQL syntax' ;;
esac
EOF
row() { # PREFIX IO SQL ERROR
  printf '*************************** 1. row ***************************\n'
  printf '             %s_IO_State: \n           %s_IO_Running: %s\n          %s_SQL_Running: %s\n' "$1" "$1" "$2" "$1" "$3"
  printf '               Last_IO_Error: \n              Last_SQL_Error: %s\n       %s_SQL_Running_State: x\n' "$4" "$1"
}
row Replica Yes Yes '' >status
row Replica No No '' >after
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --dry-run
check 'a dry run says what it would do' test "$out" = 'would stop: 2 of 2 replication threads'
check 'a dry run stops nothing' test -z "$(calls '^sql STOP')"
run
check 'it succeeds' test "$status" -eq 0
check 'it says so, and that a restart starts them again' test "$out" = 'stopped: 2 replication threads
note: a restart of the server starts them again, unless its configuration has skip_replica_start or skip_slave_start'
check 'it is stopped' grep -q 'Replica_SQL_Running: No' status
: >"$STUB_LOG"
run
check 'a second run has nothing to do, and says as well that a restart starts them again' test "$out" = 'stopped already: 2 replication threads
note: a restart of the server starts them again, unless its configuration has skip_replica_start or skip_slave_start'
check 'a second run stops nothing' test -z "$(calls '^sql STOP')"
row Replica No Yes '' >status
printf 'skip_replica_start\tON\n' >skips
run
check 'a replica that is half stopped is stopped, and stays so where that is configured' test "$out" = 'stopped: 2 replication threads'
row Replica Yes Yes '' >status
row Replica No Yes '' >after
run
check 'a thread that stays is a failure' test "$status" -eq 1
touch old
row Slave Yes Yes '' >status
row Slave No No '' >after
run
check 'an old server is understood' test -n "$(calls '^sql STOP SLAVE$')"
check 'and stopped' test "$status" -eq 0
row Slave Yes Yes '' >status
touch forbidden
run
check 'a refusal of the server is a failure' test "$status" -eq 1
could_not() { [[ $status -eq 1 && $err == *"replication could not be changed, or is still stopping: a large change is applied to its end first"* ]]; }
check 'and told as one' could_not
rm old
row Replica Yes Yes '' >status
run
check 'so it is with the newer words' could_not
touch mariadb
run
check 'and those of MariaDB' could_not
rm forbidden
touch gone
run
check 'a server that is gone after the stop is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "cannot be read any more" <<<"$2"' _ "$status" "$err"
rm gone down mariadb
touch broken
run
check 'a state that cannot be read is no sign of a server that is no replica' bash -c '[ "$1" -eq 1 ] && grep -q "cannot be read" <<<"$2"' _ "$status" "$err"
rm broken
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
