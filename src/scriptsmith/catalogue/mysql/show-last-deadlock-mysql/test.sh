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
sed -i 's/    --batch | --connect/    --batch | --raw | --connect/' mysql.inc
stub mysql <<'EOF'
. ./mysql.inc
$names && exit 1
if [[ $sql == *innodb_deadlock_detect* ]]; then printf 'innodb_deadlock_detect\t%s\n' "$([[ -e undetected ]] && echo OFF || echo ON)"; exit; fi
[[ $sql == 'SHOW ENGINE INNODB STATUS' && "$*" == *--raw* ]] || exit 1
cat innodb
EOF
top='InnoDB\t\t\n=====================================\n2024-02-01 03:04:05 0x7fa2 INNODB MONITOR OUTPUT\n=====================================\n----------\nSEMAPHORES\n----------\nOS WAIT ARRAY INFO: reservation count 2\n'
dead='------------------------\nLATEST DETECTED DEADLOCK\n------------------------\n2024-02-01 03:00:00 0x7fa2\n*** (1) TRANSACTION:\nTRANSACTION 31, ACTIVE 1 sec starting index read\nupdate d\n\tset id=4 where id=1\nRECORD LOCKS space id 6 page no 3 index PRIMARY of table `shop`.`d` trx id 31\nRecord lock, heap no 2 PHYSICAL RECORD: n_fields 3;\n 0: len 4; hex 80000001; asc secret;;\n\n*** (2) TRANSACTION:\nupdate d set name="\033[31m" where id=2\n*** WE ROLL BACK TRANSACTION (2)\n'
rest='------------\nTRANSACTIONS\n------------\nTrx id counter 35\n--------\nFILE I/O\n--------\n'

printf -- "$top$dead$rest" >innodb
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'when it was comes first' test "$(head -n 1 <<<"$out")" = '2024-02-01 03:00:00 0x7fa2'
check 'the statement is shown' grep -qx ' set id=4 where id=1' <<<"$out"
check 'the lock is shown' grep -q '^RECORD LOCKS .*`shop`.`d`' <<<"$out"
check 'who was rolled back comes last' test "$(tail -n 1 <<<"$out")" = '*** WE ROLL BACK TRANSACTION (2)'
check 'other sections are left out' test "$(grep -Ec 'SEMAPHORES|reservation|Trx id counter' <<<"$out")" -eq 0
check 'rows of data are left out' test "$(grep -c secret <<<"$out")" -eq 0
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
run --records yes
check 'rows of data are shown when asked for' grep -q 'asc secret' <<<"$out"
printf -- "$top$rest" >innodb
run
check 'no deadlock is fine' test "$status" -eq 0
touch undetected
run
check 'that none is detected is told' grep -q '^note: innodb_deadlock_detect is off' <<<"$out"
rm undetected
run
check 'it says that there was none' test "$(head -n 1 <<<"$out")" = 'no deadlock of InnoDB since the server started'
check 'and what else gives error 1213' grep -q '^note: error 1213 comes of metadata locks' <<<"$out"
: >innodb
run
check 'an empty answer is a failure' test "$status" -eq 1
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --records 'x; touch pwned'
check 'a command as --records is refused' test "$status" -eq 2
run --records '$(touch pwned)'
check 'a substitution as --records is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
