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
  *information_schema.processlist*)
    if [[ -e altered ]]; then
      printf '90\t70\tWaiting for table metadata lock\talter table\\norders add x int\n'
      for w in {91..120}; do printf '%d\t60\tWaiting for table metadata lock\tupdate orders \e[31mset n = 1\n' "$w"; done
    fi
    exit
    ;;
  *information_schema.innodb_trx*)
    if [[ ! -e nothing ]]; then printf '80\t3700\t(idle in transaction)\n'; fi
    exit
    ;;
  *sys.innodb_lock_waits*) ;;
  *) exit 1 ;;
esac
if [[ -e nosys ]]; then fail '1049 (42000)' "Unknown database 'sys'"; fi
if [[ -e crowd ]]; then # the last in the queue comes first, and waits for all that are ahead of it
  for w in {1..12}; do for ((b = w + 1; b <= 13; b++)); do printf '5\t%d\t%d\t00:00:09\t`shop`.`orders`\tupdate orders set n = 1\t-\n' "$w" "$b"; done; done
elif [[ -e left ]]; then
  printf '9\t813\t0\t00:20:01\t`shop`.`orders`\tupdate orders set n = 1\t(idle in transaction)\n'
elif [[ ! -e quiet ]]; then
  printf '49\t812\t700\t00:20:01\t`shop`.`orders`\tupdate orders set n = 1\t(idle in transaction)\n'
  printf '30\t815\t812\t00:00:49\t`shop`.`orders`\tdelete from\\norders where id = 1\tupdate orders \e[31mset n = 1\n'
fi
EOF

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'who waits is told' test "$(head -n 1 <<<"$out")" = 'connection 812 has waited 49 s for `shop`.`orders`: update orders set n = 1'
check 'who blocks is told' grep -qxF '  blocked by connection 700, in its transaction for 00:20:01: (idle in transaction)' <<<"$out"
check 'a line break in a statement makes no second line' grep -qF 'delete from\norders' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'nothing is said of prepared transactions' test -z "$(grep XA <<<"$out")"
check 'the root is told' test "$(tail -n 1 <<<"$out")" = '2 waits; at the root: connection 700'
check 'the connection is bounded' test -n "$(calls '^mysql .*--connect-timeout=10')"
touch crowd
run
check 'of a long queue fifty waits are listed, all are counted, and only who waits for nobody is the root' \
  test "$(grep -c 'has waited' <<<"$out"):$(tail -n 1 <<<"$out")" = '50:78 waits; at the root: connection 13'
check 'that there are more is told' grep -q '^note: the 50 waits' <<<"$out"
rm crowd
touch left
run
check 'a prepared transaction that no connection holds is no connection' test "$(grep -cxF '  blocked by connection 0, in its transaction for 00:20:01: (prepared XA transaction)' <<<"$out"):$(grep -c '^note: connection 0 .*XA RECOVER' <<<"$out")" = 1:1
rm left
touch nosys
run
check 'a server without sys is a failure' test "$status" -eq 1
check 'nothing is listed then' test -z "$out"
rm nosys
touch quiet
run
check 'no wait is fine' test "$status" -eq 0
check 'it says that nobody waits' test "$out" = 'nobody waits for a row lock'
touch altered
run
check 'who waits for a metadata lock is told, and how many they are' test "$(sed -n 1,2p <<<"$out")" = '31 connections wait for a metadata or table lock, those that have waited longest:
  connection 90 for 70 s, Waiting for table metadata lock: alter table\norders add x int'
check 'twenty of them' test "$(grep -c 'metadata lock: ' <<<"$out")" = 20
check 'the oldest transaction is told as what may hold it' test "$(tail -n 3 <<<"$out")" = 'the oldest open transactions, which may hold it:
  connection 80 for 3700 s: (idle in transaction)
nobody waits for a row lock'
check 'no escape sequence of a statement gets through' test "${out//$'\e'/}" = "$out"
touch nothing
run
check 'that there is no transaction too' grep -qx '  none of InnoDB' <<<"$out"
rm altered nothing
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
