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
passive=$(cat passive 2>/dev/null || echo 1)
if [[ $sql == *"'absent'"* ]]; then printf '0\t0\t0\t0\n'; elif [[ $sql == *"'single'"* ]]; then printf '1\t2\t1\t%s\n' "$passive"; elif [[ $sql == *"'old'"* ]]; then printf '3\t9\t0\t%s\n' "$passive"; elif [[ ! -e odd ]]; then printf '3\t120\t2\t%s\n' "$passive"; fi
EOF
stub mysqlcheck <<'EOF'
[[ "$1 $2" == '--check --auto-repair=0' && $# == 3 ]] || exit 1
if [[ -e lost ]]; then echo "mysqlcheck: Got error: 2013: Lost connection to server" >&2; exit 2; fi
cat report
EOF
ok='%-50s OK\n'

printf "$ok" 'shop.a b' shop.orders shop.stock >report
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb; mv .stubs/mysqlcheck .stubs/mariadb-check
PATH=$PWD/.stubs:$PWD/programs run --database shop --dry-run
mv .stubs/mariadb .stubs/mysql; mv .stubs/mariadb-check .stubs/mysqlcheck; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --database shop --dry-run
check 'a dry run says how much it would check' test "$out" = 'would check: 3 tables of shop, about 120 MiB'
check 'MySQL 8 is asked for the sizes of now' test -n "$(calls 'information_schema_stats_expiry = 0 ')"
check 'a dry run tells what may come of it' grep -qx 'note: the server (8.0.36) may stop itself where it finds an InnoDB page damaged' <<<"$err"
check 'a dry run checks nothing' test -z "$(calls '^mysqlcheck')"
run --database shop
check 'tables in order succeed' test "$status" -eq 0
check 'they are counted' test "$out" = '3 tables in order, 0 damaged, 0 that cannot be checked'
check 'that a replica may stop itself is told before it starts' grep -qx 'warning: the server (8.0.36) may stop itself where it finds an InnoDB page damaged; .*' <<<"$err"
: >"$STUB_LOG"; echo 0 >passive
run --database shop
check 'a server that takes writes and may stop itself is not checked' test "$status:$(calls '^mysqlcheck'):$(grep -c 'refused: the server (8.0.36) may stop itself .*(--force yes overrides)$' <<<"$err")" = 3::1
run --database shop --dry-run
check 'a dry run is not refused' test "$status:$(grep -c '^would check' <<<"$out")" = 0:1
for each in 10.5.26-MariaDB-log 10.6.8-MariaDB 10.7.4-MariaDB 5.7.44-log ''; do
  if [[ -n $each ]]; then echo "$each" >version; else rm version; echo ON >passive; fi
  run --database shop
  check "nor is ${each:-one whose state is not known}" test "$status:$(calls '^mysqlcheck')" = 3:
done
echo 0 >passive
for each in 10.6.9-MariaDB 10.11.19-MariaDB-0+deb12u1-log 11.4.2-MariaDB 12.0.1-MariaDB; do
  echo "$each" >version
  run --database shop
  check "$each, which goes on, is checked" test "$status:$err" = 0:
done
rm version
run --database old
check 'without a table of InnoDB it is checked' test "$status:$err" = 0:
: >"$STUB_LOG"
run --database shop --force yes
check 'with the word it is checked, and the risk told' test "$status:$(grep -c '^warning: the server (8.0.36) may stop' <<<"$err")" = 0:1
run --database shop --force on
check 'another word is refused' test "$status" -eq 2
rm passive
check 'nothing is repaired' test "$(calls '^mysqlcheck')" = 'mysqlcheck --check --auto-repair=0 shop'
{ printf "$ok" shop.orders; printf 'shop.my\nwarning  : Table is marked as crashed\nError    : Incorrect file format \e[31m\nerror    : Corrupt\n'; printf "$ok" shop.stock; } >report
run --database shop
check 'a damaged table is a failure, though mysqlcheck ends with 0' test "$status" -eq 1
check 'the table is named with its fault' grep -Eqx 'shop.my: error +: Corrupt' <<<"$out"
check 'it counts once' grep -qx '2 tables in order, 1 damaged, 0 that cannot be checked' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
printf 'shop.mem\nnote     : The storage engine for the table doesn'"'"'t support check\n' >report
printf "$ok" shop.orders shop.stock >>report
run --database shop
check 'an engine that cannot be checked is no fault' test "$status" -eq 0
check 'but is told' grep -qx '2 tables in order, 0 damaged, 1 that cannot be checked' <<<"$out"
printf "$ok" shop.orders >report
run --database shop
check 'tables that it does not tell of are a failure' test "$status:$(grep -c 'told of 1 of 3 tables only' <<<"$err")" = 1:1
printf "$ok" single.orders >report
run --database single
check 'one table alone can be checked' test "$status:$out" = '0:1 tables in order, 0 damaged, 0 that cannot be checked'
: >report
run --database shop
check 'a check that tells nothing is a failure' test "$status:$(grep -c 'told of no table' <<<"$err")" = 1:1
touch odd
run --database shop
check 'an answer without a number is a failure' test "$status:$(grep -c 'the server gave no answer' <<<"$err")" = 1:1
rm odd; touch broken
run --database shop
check 'tables that cannot be read are a failure' test "$status:$(grep -c 'the tables cannot be read' <<<"$err")" = 1:1
rm broken; : >version
run --database shop
check 'a server without a version is refused' test "$status:$(grep -c 'the server gave no answer' <<<"$err")" = 3:1
rm version
touch lost
run --database shop
check 'a check that breaks off is a failure' test "$status:$(grep -c 'see whether the server runs' <<<"$err")" = 1:1
run --database absent
check 'a missing database is refused' test "$status" -eq 3
run --database "x' OR '1'='1"
check 'a quote is no part of a name' test "$status" -eq 2
touch down
run --database shop
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run
check '--database is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --database shop --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --database shop >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
