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
  *"Variable_name = 'max_connections'") printf 'max_connections\t151\n' ;;
  *"Variable_name = 'validate_password.policy'") printf 'validate_password.policy\tMEDIUM\n' ;;
  *"Variable_name = 'init_connect'") printf 'init_connect\t\n' ;;
  *"Variable_name = 'sql_mode'") printf 'sql_mode\tA B,\e[31mC\n' ;;
  *"Variable_name LIKE '%timeout%'") printf 'wait_timeout\t%d\n' 1 2 3 4 5 6 7 8 9 10 11 12 ;;
esac
EOF

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --variable max_connections
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --variable max_connections
check 'it succeeds' test "$status" -eq 0
check 'the value is shown' test "$out" = 'max_connections = 151'
run --variable MAX_Connections
check 'the case of the name does not matter' test "$out" = 'max_connections = 151'
run --variable validate_password.policy
check 'one of a component is shown' test "$out" = 'validate_password.policy = MEDIUM'
run --variable a.b.c
check 'a name has one dot at most' test "$status" -eq 2
run --variable init_connect
check 'an empty value is shown as such' test "$out" = 'init_connect = '
check 'an empty value is fine' test "$status" -eq 0
run --variable sql_mode
check 'a value with a space is kept' grep -q '^sql_mode = A B,' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
run --variable timeout
check 'an unknown name is refused' test "$status" -eq 3
check 'similar ones are listed, ten at most' test "$(grep -c '^similar: wait_timeout = ' <<<"$out")" -eq 10
run --variable nothing_like_it
check 'a name like no other is refused' test "$status" -eq 3
check 'and nothing is listed' test -z "$out"
run --variable "x' OR '1'='1"
check 'a quote is no part of a name' test "$status" -eq 2
touch broken
run --variable max_connections
check 'a query that fails is a failure' test "$status" -eq 1
touch down
run --variable max_connections
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --variable 'x; touch pwned'
check 'a command as --variable is refused' test "$status" -eq 2
run --variable '$(touch pwned)'
check 'a substitution as --variable is refused' test "$status" -eq 2
run
check '--variable is required' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --variable max_connections --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --variable max_connections >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
