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
  *information_schema.innodb_trx*)
    if [[ -e unprivileged ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
    echo 0
    ;;
  *information_schema.processlist*)
    if [[ ! -e quiet ]]; then
      printf '812\t4711\tshop\t10.0.0.7\tshop\tSending data\tSELECT *\\nFROM orders\n'
      printf '815\t3\troot\tlocalhost\t-\t-\t\e[31mFLUSH TABLES\n'
    fi
    ;;
esac
EOF

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'the longest comes first' grep -Eq '^ +812 +4711  shop +10.0.0.7 +shop +Sending data +SELECT' <<<"$(sed -n 2p <<<"$out")"
check 'a line break in a statement makes no second line' grep -qF 'SELECT *\nFROM orders' <<<"$out"
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'they are counted' grep -qx '2 statements listed that have been running for 0 s or longer' <<<"$out"
check 'idle connections are left out' test -n "$(calls "command NOT IN \('Sleep'")"
check 'events are not, whose command is Connect' test -z "$(calls "'Connect'")"
check 'its own connection is left out' test -n "$(calls 'id <> CONNECTION_ID\(\)')"
run --seconds 0300 --limit 5
check 'age and count are used' test -n "$(calls 'time >= 300 .* LIMIT 5$')"
touch quiet
run
check 'no statement is fine' test "$status" -eq 0
check 'it says that there is none' test "$out" = '0 statements listed that have been running for 0 s or longer'
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
touch unprivileged
run
check 'an account that cannot see other sessions is refused' test "$status" -eq 3
rm unprivileged
touch broken
run
check 'a server that refuses is refused' test "$status" -eq 3
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --seconds 'x; touch pwned'
check 'a command as --seconds is refused' test "$status" -eq 2
run --seconds '$(touch pwned)'
check 'a substitution as --seconds is refused' test "$status" -eq 2
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
