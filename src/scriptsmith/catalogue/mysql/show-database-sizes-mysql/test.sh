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
if [[ ! -e mute ]]; then
  printf 'shop\t90000\t12000\t400\t31\na b\e[31m\t3\t1\t0\t2\nmysql\t2\t0\t4\t38\n'
fi
EOF

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -Eqx ' +90000 +12000 +400 +31  shop' <<<"$(sed -n 2p <<<"$out")"
check 'a name with a space is kept' grep -q '  a b?' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'the total is right' test "$(tail -n 1 <<<"$out")" = 'together 102006 MiB of data and indexes, in databases that this account may see; binary logs, undo logs, temporary files and what is free in the files come on top'
check 'views are left out' test -n "$(calls "t.table_type IN \('BASE TABLE', 'SYSTEM VERSIONED', 'SEQUENCE'\)")"
check 'each query is bounded' test -n "$(calls '^mysql .*--connect-timeout=10')"
touch mute
run
check 'an empty answer is a failure' test "$status" -eq 1
check 'MySQL 8 is asked for the sizes of now' test -n "$(calls 'information_schema_stats_expiry = 0 ')"
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
