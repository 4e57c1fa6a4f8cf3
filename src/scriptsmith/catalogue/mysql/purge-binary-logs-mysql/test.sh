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
! $names || [[ $sql == PURGE* ]] || exit 1
case $sql in
  *information_schema.innodb_trx*)
    if [[ -e unprivileged ]]; then fail '1227 (42000)' 'Access denied; you need (at least one of) the PROCESS privilege(s) for this operation'; fi
    echo 0
    ;;
  *@@GLOBAL.log_bin*) printf '%s\t2024-01-25 03:04:05\n' "$(cat on)" ;;
  'SHOW BINARY LOGS') cat logs ;;
  'SHOW GLOBAL VARIABLES WHERE variable_name IN ('*) printf 'binlog_expire_logs_seconds\t2592000\nexpire_logs_days\t0\n' ;;
  *processlist*) cat replicas 2>/dev/null || echo 2 ;;
  "PURGE BINARY LOGS BEFORE '2024-01-25 03:04:05'")
    if [[ -e forbidden ]]; then fail '1227 (42000)' 'Access denied; you need SUPER'; fi
    if [[ ! -e young ]]; then sed -i 1,2d logs; fi
    if [[ -e rotates ]]; then printf 'binlog.00000%d\t1024\tNo\n' 4 5 >>logs; rm rotates; fi
    ;;
  *) fail '1064 (42000)' 'You have an error in your SQL syntax' ;;
esac
EOF
echo 1 >on
fill() { printf 'binlog.00000%d\t1073741824\tNo\n' 1 2 3 >logs; }

fill
# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run --days 7 --dry-run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run --days 7 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would purge: those last written before 2024-01-25 03:04:05 (how many the server tells only then)' <<<"$out"
check 'what the server does by itself is told' grep -qx 'this is done once; by itself the server goes by: binlog_expire_logs_seconds 2592000 expire_logs_days 0 (0 is never)' <<<"$out"
check 'what there is is told' grep -qx 'there are 3 binary logs, 3072 MiB: binlog.000001 to binlog.000003' <<<"$out"
check 'the replicas are counted, and what becomes of another one is told' grep -qx 'connected replicas: 2; one that is away now (or a member of the group), and needs these logs when it comes back, is lost' <<<"$out"
check 'a dry run purges nothing' test -z "$(calls '^sql PURGE')"
echo 0 >replicas
run --days 7 --dry-run
check 'that no replica is connected is told' grep -q '^connected replicas: 0; one that is away' <<<"$out"
rm replicas
run --days 014
check 'it succeeds' test "$status" -eq 0
check 'what was purged is told' grep -qx 'purged: 2 binary logs, 2048 MiB; the oldest is now binlog.000003' <<<"$out"
seq -f $'binlog.%06.0f\t1073741824\tNo' 4000 >logs
# As on a disk that is full: nothing can be written.
out=$(trap '' XFSZ; ulimit -f 0; bash "$SCRIPT" --dry-run 2>/dev/null </dev/null)
check 'a long list needs no file' grep -qx 'there are 4000 binary logs, 4096000 MiB: binlog.000001 to binlog.004000' <<<"$out"
fill; touch rotates; run --days 014
check 'logs that are begun meanwhile are not reckoned' test "$status:$(tail -n 1 <<<"$out")" = '0:purged: 2 binary logs, 2048 MiB; the oldest is now binlog.000003'
check 'the server reckons the time' test -n "$(calls 'NOW\(\) - INTERVAL 14 DAY')"
touch young
run
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to purge' grep -q '^nothing purged: ' <<<"$out"
touch rotates; run
check 'also while logs are begun' test "$status:$(grep -c '^nothing purged: ' <<<"$out")" = 0:1
touch forbidden
run
check 'a refusal of the server is a failure' test "$status" -eq 1
: >"$STUB_LOG"
: >logs
run
check 'an empty list is a failure' test "$status" -eq 1
echo 0 >on
run
check 'a server without a binary log is refused' test "$status" -eq 3
check 'nothing is purged by a refused run' test -z "$(calls '^sql PURGE')"
run --days 0
check 'an age of 0 is refused' test "$status" -eq 2
touch unprivileged
run
check 'an account that cannot see other sessions is refused' test "$status" -eq 3
rm unprivileged
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3

run --days 'x; touch pwned'
check 'a command as --days is refused' test "$status" -eq 2
run --days '$(touch pwned)'
check 'a substitution as --days is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
