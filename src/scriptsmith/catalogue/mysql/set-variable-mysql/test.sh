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
  SHOW*) name=${sql##*= \'}; grep -h "^${name%\'}"$'\t' now other 2>/dev/null; exit 0 ;;
  *"= 'abc'") fail '1232 (42000)' "Incorrect argument type to variable 'max_connections'" ;;
  'SET GLOBAL '*) cat after >now; [[ ! -e other-after ]] || mv other-after other ;;
esac
EOF
small() { printf 'max_connections\t151\n' >now; }
small
printf 'max_connections\t300\n' >after

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --variable max_connections --value 300 --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --variable max_connections --value 300 --dry-run
check 'a dry run says what it would do' test "$out" = "would set: max_connections to '300' (now '151')"
check 'a dry run sets nothing' test -z "$(calls '^sql SET')"
run --variable MAX_CONNECTIONS --value 300
check 'it succeeds' test "$status" -eq 0
check 'before and after are told' test "$out" = "set: max_connections is '300' (before: '151'), until the next restart; what open sessions have of their own stays"
check 'a number stands without quotes' test -n "$(calls '^sql SET GLOBAL max_connections = 300$')"
: >"$STUB_LOG"
run --variable max_connections --value 300
check 'a second run has nothing to do' test "$out" = "set already: max_connections is '300'"
check 'a second run sets nothing' test -z "$(calls '^sql SET')"
small
printf 'max_connections\t10\n' >after
run --variable max_connections --value 5
check 'a value that the server changes is a failure' test "$status" -eq 1
check 'and what it became is told' grep -q "made max_connections '10' of '5' (before: '151')" <<<"$err"
printf 'read_only\tON\n' >now
printf 'read_only\tOFF\n' >after
run --variable read_only --value 0
check '0 and OFF are the same' grep -q "^set: read_only is 'OFF' (before: 'ON')" <<<"$out"
run --variable read_only --value off
check 'so are off and OFF' test "$out" = "set already: read_only is 'OFF'"
# MySQL changes the two of them together.
printf 'super_read_only\tOFF\n' >now; printf 'super_read_only\tON\n' >after
printf 'read_only\tOFF\n' >other; printf 'read_only\tON\n' >other-after
run --variable super_read_only --value ON
check 'what the server sets with it is told' test "$status:$out" = "0:set: super_read_only is 'ON' (before: 'OFF'), until the next restart; what open sessions have of their own stays
set with it by the server: read_only is ON (before: OFF); an undo has to set both"
printf 'super_read_only\tOFF\n' >after
run --variable super_read_only --value OFF
check 'and where it sets no other nothing is' test "$status:$out" = "0:set: super_read_only is 'OFF' (before: 'ON'), until the next restart; what open sessions have of their own stays"
printf 'read_only\tON\n' >now; printf 'read_only\tOFF\n' >after
printf 'super_read_only\tON\n' >other; printf 'super_read_only\tOFF\n' >other-after
run --variable read_only --value 0
check 'also the other way round' grep -qx 'set with it by the server: super_read_only is OFF (before: ON); an undo has to set both' <<<"$out"
rm other
printf 'sql_mode\tSTRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION\n' >now
run --variable sql_mode --value NO_ENGINE_SUBSTITUTION,STRICT_TRANS_TABLES
check 'a list in another order is the same' grep -q '^set already' <<<"$out"
printf 'sql_mode\tSTRICT_TRANS_TABLES\n' >after
run --variable sql_mode --value STRICT_TRANS_TABLES,NO_ZERO_DATE
check 'one with less is not' test "$status" -eq 1
printf 'innodb_buffer_pool_size\t134217728\n' >now; printf 'innodb_buffer_pool_size\t268435456\n' >after
run --variable innodb_buffer_pool_size --value 268435456
check 'that a pool grows in the background is told' test "$status:$(grep -c '^note: the pool grows' <<<"$out"):$(grep -c '^set: innodb_buffer_pool_size' <<<"$out")" = 0:1:1
printf 'long_query_time\t10.000000\n' >now
run --variable long_query_time --value 10
check 'so are 10 and 10.000000' test "$out" = "set already: long_query_time is '10.000000'"
run --variable long_query_time --value 10.0
check 'and 10.0' test "$out" = "set already: long_query_time is '10.000000'"
small
run --variable max_connections --value abc
check 'a word stands in quotes, and a refusal is a failure' test "$status" -eq 1
: >"$STUB_LOG"
run --variable general_log_file --value x.php
check 'a file is refused' test "$status" -eq 3
: >now
run --variable no_such_thing --value 1
check 'an unknown variable is refused' test "$status" -eq 3
check 'nothing is set by a refused run' test -z "$(calls '^sql SET')"
touch down
run --variable max_connections --value 300
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --value 300 --variable 'x; touch pwned'
check 'a command as --variable is refused' test "$status" -eq 2
run --value 300 --variable '$(touch pwned)'
check 'a substitution as --variable is refused' test "$status" -eq 2
run --value 300
check '--variable is required' test "$status" -eq 2
run --variable max_connections --value 'x; touch pwned'
check 'a command as --value is refused' test "$status" -eq 2
run --variable max_connections --value '$(touch pwned)'
check 'a substitution as --value is refused' test "$status" -eq 2
run --variable max_connections
check '--value is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --variable max_connections --value 300 --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --variable max_connections --value 300 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
