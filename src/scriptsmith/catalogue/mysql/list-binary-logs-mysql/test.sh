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
  'SELECT @@GLOBAL.log_bin') cat on ;;
  'SHOW BINARY LOGS') cat logs ;;
  *expire_logs*) cat kept ;;
  *processlist*) if [[ -e half ]]; then fail '1227 (42000)' 'Access denied'; fi; echo 2 ;;
esac
EOF
echo 1 >on
printf 'binlog.000001\t1073741824\tNo\nbinlog.000002\t2147483648\tNo\nbinlog.000003\t4711\tNo\n' >logs
printf 'binlog_expire_logs_seconds\t2592000\nexpire_logs_days\t0\n' >kept

# As where MariaDB gives its client no other name than mariadb.
mkdir programs; ln -s /usr/bin/* programs/; rm -f programs/mysql* programs/mariadb*; mv .stubs/mysql .stubs/mariadb
PATH=$PWD/.stubs:$PWD/programs run
mv .stubs/mariadb .stubs/mysql; rm -r programs; : >"$STUB_LOG"
check 'a client that is called mariadb is taken' test "$status" -eq 0
run
check 'it succeeds' test "$status" -eq 0
check 'the sum is told' grep -qx '3 binary logs, 3072 MiB in all: binlog.000001 to binlog.000003' <<<"$out"
check 'how long they are kept is told' grep -qx 'kept for 720 h; replicas that read them now: 2' <<<"$out"
check 'each is listed with its size, in its turn' test "$(sed 1,2d <<<"$out" | tr -s ' ')" = $' 1024 MiB binlog.000001\n 2048 MiB binlog.000002\n 0 MiB binlog.000003'
for n in {1..30}; do printf 'binlog.%06d\t1048576\tNo\n' "$n"; done >logs
run
check 'all are listed, however many there are' test "$(grep -c '^ .* 1 MiB  binlog' <<<"$out")" -eq 30
check 'nothing is purged' test -z "$(calls 'PURGE')"
printf 'expire_logs_days\t10.000000\n' >kept
run
check 'an older setting is understood' grep -q '^kept for 10 days;' <<<"$out"
printf 'binlog_expire_logs_seconds\t0\n' >kept
run
check 'logs that never expire are told' grep -q '^kept for ever;' <<<"$out"
printf 'binlog_expire_logs_seconds\t864000\nmax_binlog_total_size\t2147483648\nslave_connections_needed_for_purge\t3\n' >kept
run
check 'that too few replicas are connected for any to expire is told' grep -q '^note: none is removed by itself while fewer than 3 replicas are connected' <<<"$out"
check 'so is a limit of all' grep -qx 'note: beyond 2048 MiB in all the oldest are removed earlier' <<<"$out"
printf 'binlog_expire_logs_seconds\t864000\nmax_binlog_total_size\t0\nslave_connections_needed_for_purge\t2\n' >kept
run
check 'where there are enough, and no limit, nothing is' test -z "$(grep ^note <<<"$out")"
touch half
run
check 'a later query that fails is a failure' test "$status" -eq 1
check 'no half answer is printed then' test -z "$out"
: >logs
run
check 'an empty list is a failure' test "$status" -eq 1
echo 0 >on
run
check 'a server without a binary log is refused' test "$status" -eq 3
touch unprivileged
run
check 'an account that cannot see other sessions is refused' test "$status" -eq 3
rm unprivileged
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
