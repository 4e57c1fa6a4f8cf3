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
  *schemata*) if [[ $sql == *"'absent'"* ]]; then echo 0; elif [[ $sql == *"'twice'"* ]]; then echo 2; else echo 1; fi ;;
  *information_schema.tables*)
    if [[ -e unprivileged && $sql == *innodb_sys_tables* ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
    if [[ ! -e empty ]]; then
      printf '50000\t9000\t12\t81000000\tInnoDB\tshop.orders\n3\t0\t0\t10\tMyISAM\tshop.a b\e[31m\n'
    fi
    ;;
esac
EOF

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --limit 2
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --limit 2
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -Eqx ' +50000 +9000 +12 +81000000 InnoDB +shop.orders' <<<"$(sed -n 2p <<<"$out")"
check 'a name with a space is kept' grep -q 'MyISAM       shop.a b?' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'they are counted' grep -qx '2 tables listed of those that this account may see, by the statistics of the server' <<<"$out"
own="FROM information_schema.   /*!80003 innodb_tables AS it JOIN (SELECT 1 AS one) AS */ innodb_sys_tables WHERE space_type = 'Single')) DESC, 6 LIMIT 2"
check 'what is free in a file of its own counts' grep -qF "index_length, 0) + COALESCE(data_free, 0) * (CAST(REPLACE(" <<<"$(calls | grep -F "$own")"
check 'what does not is told' test "$(tail -n 1 <<<"$out")" = 'counted is free space in files of one table only; not counted are binary logs, undo, ibtmp1 and temporary tables'
touch unprivileged
run --limit 2
check 'without the privilege that it takes no free space counts' test "$status:$(calls '^sql ' | grep -cF 'COALESCE(index_length, 0) DESC, 6 LIMIT 2')" = 0:1
check 'the largest comes first then, too' grep -q 'InnoDB  *shop.orders$' <<<"$(sed -n 2p <<<"$out")"
check 'and that is told' grep -q '^counted is no free space, for which tables have a file of their own cannot be read .*; not counted are ' <<<"$out"
rm unprivileged
check 'the count is used' test -n "$(calls 'LIMIT 2$')"
check 'all databases are meant without a name' test -z "$(calls 'table_schema = ')"
run --database shop --limit 08
check 'one database can be asked' test -n "$(calls "table_schema = 'shop' .*LIMIT 8$")"
run --database absent
check 'a missing database is refused' test "$status" -eq 3
run --database twice
check 'one of which there are two by case is there' test "$status" -eq 0
touch empty
run
check 'no table is fine' grep -qx '0 tables listed of those that this account may see, by .*' <<<"$out"
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --database "x' OR '1'='1"
check 'a quote is no part of a name' test "$status" -eq 2
check 'MySQL 8 is asked for the sizes of now' test -n "$(calls 'information_schema_stats_expiry = 0 ')"
touch broken
run
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run --limit 'x; touch pwned'
check 'a command as --limit is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a substitution as --limit is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
