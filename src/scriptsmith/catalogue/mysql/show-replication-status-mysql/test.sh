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
if [[ $sql == *'FROM performance_schema.replication_applier_status_by_worker WHERE LAST_ERROR_NUMBER <> 0' ]]; then
  ! $vertical && ! $names && [[ -e workers ]] || fail '1142 (42000)' 'SELECT command denied'
  cat workers; exit
fi
$vertical || exit 1
$names || exit 1
case $sql in
  'SHOW ALL SLAVES STATUS') if [[ ! -e mariadb ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi; cat all ;;
  'SHOW REPLICA STATUS') if [[ -e old ]]; then fail '1064 (42000)' 'You have an error in your SQL syntax'; fi; cat status ;;
  'SHOW SLAVE STATUS') cat status ;;
esac
EOF
row() { # PREFIX SOURCE IO SQL BEHIND ERROR CHANNEL
  printf '*************************** 1. row ***************************\n'
  printf '             %s_IO_State: Waiting for %s to send event\n                  %s_Host: 10.0.0.5\n' "$1" "${2,,}" "$2"
  printf '           %s_IO_Running: %s\n          %s_SQL_Running: %s\n' "$1" "$3" "$1" "$4"
  printf '        Seconds_Behind_%s: %s\n               Last_IO_Error: \n              Last_SQL_Error: %s\n                Channel_Name: %s\n' "$2" "$5" "$6" "$7"
}

row Replica Source Yes Yes 12 '' '' >status
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'a replica that runs succeeds' test "$status" -eq 0
check 'its state is told' test "$out" = 'channel default from 10.0.0.5: receiving Yes, applying Yes, 12 s behind'
touch old
row Slave Master Yes Yes 0 '' '' >status
run
check 'the old words are understood' test "$out" = 'channel default from 10.0.0.5: receiving Yes, applying Yes, 0 s behind'
rm old
row Replica Source Yes No NULL "Error 'Duplicate entry: 7' on query" '' >status
run
check 'a replica that stopped is a failure' test "$status" -eq 1
check 'the error is told whole' grep -qx "  Last SQL Error: Error 'Duplicate entry: 7' on query" <<<"$out"
check 'an unknown delay is told' grep -q 'applying No, delay unknown$' <<<"$out"
printf " 1062 Worker 1 failed executing transaction: Duplicate entry '7'\n" >workers
run
check 'what a worker failed of is told' grep -qxF "  a worker of channel  1062 Worker 1 failed executing transaction: Duplicate entry '7'" <<<"$out"
row Replica Source Yes Yes 12 '' '' >status
run
check 'an old error of a worker is not, when all run' test "$status:$(grep -c 'a worker' <<<"$out")" = 0:0
rm workers
{ row Replica Source Yes Yes 1 '' east; row Replica Source No No NULL '' group_replication_recovery; } >status
run
check 'a channel of Group Replication is not judged' test "$status:$(grep -c '^channel group_replication_recovery: of Group Replication' <<<"$out")" = 0:1
row Replica Source No No NULL '' group_replication_applier >status
run
check 'and makes no replica' test "$status:$(grep -c 'member of a group' <<<"$err")" = 3:1
row Replica Source Connecting Yes NULL '' '' >status
run
check 'a replica that cannot connect is a failure' grep -q '1 of 1 channels' <<<"$err"
{ row Replica Source Yes Yes 1 '' east; row Replica Source No No NULL 'disk full' west; row Replica Source Yes Yes 1 '' north; } >status
run
check 'one channel of three that fails is a failure' grep -q '1 of 3 channels' <<<"$err"
check 'an error stands below its channel' test "$(grep -A 1 '^channel west' <<<"$out" | tail -n 1)" = '  Last SQL Error: disk full'
check 'channels are told apart' test "$(grep -Ec '^channel (east|west) from' <<<"$out")" -eq 2
: >status
sed 's/Replica_/Slave_/; s/Source/Master/; s/Channel_Name/Connection_name/' <<<"$(row Replica Source Connecting Yes NULL '' west)" >all
touch mariadb
run
check 'on MariaDB a named connection is told of, though the default one is not there' grep -q '^channel west from 10.0.0.5: receiving Connecting' <<<"$out"
check 'and is a failure when broken' test "$status" -eq 1
rm mariadb
run
check 'a server that is no replica is a failed precondition' test "$status" -eq 3
echo 'surprise' >status
run
check 'another answer is a failure' test "$status" -eq 1
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
