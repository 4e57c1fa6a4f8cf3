#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

logs() { db 'SELECT @@GLOBAL.slow_query_log, ROUND(@@GLOBAL.long_query_time)'; }
db 'SET GLOBAL slow_query_log_file = "/var/lib/mysql/slow one.log"'
run --seconds 2 --dry-run
check 'a dry run says what it would turn on' test "$out" = 'would turn on: the slow query log, for statements over 2 s (now slow_query_log 0, long_query_time 10.000)'
check 'a dry run changes nothing' test "$(logs)" = "0	10"
login clerk
run
check 'an account without the right fails' test "$status" -eq 1
check 'and changes nothing' test "$(logs)" = "0	10"
login root
run --seconds 1
check 'it succeeds' test "$status" -eq 0
check 'it is on with that threshold' test "$(logs)" = "1	1"
check 'what there was is told, for whoever undoes it' grep -q '(before: slow_query_log 0, long_query_time 10.000)' <<<"$out"
check 'so is the file' grep -qxF "written to: '/var/lib/mysql/slow one.log'" <<<"$out"
db 'SELECT SLEEP(1.2), "slow one"; SELECT SLEEP(0.2), "quick one"' >/dev/null
check 'a slow statement is logged' grep -q 'slow one' '/var/lib/mysql/slow one.log'
check 'a quick one is not' test -z "$(grep 'quick one' '/var/lib/mysql/slow one.log')"
run --seconds 1
check 'a second run has nothing to do' grep -qx 'on already: statements over 1 s' <<<"$out"
run --seconds 3
check 'another threshold is set' test "$(logs)" = "1	3"
for none in NONE FILE,NONE; do
  db "SET GLOBAL log_output = '$none'"
  run
  check "a server that would log nowhere is refused: $none" test "$status" -eq 3
done
db 'SET GLOBAL log_output = "FILE"; SET GLOBAL slow_query_log_file = "near.log"; SET GLOBAL min_examined_row_limit = 7'
run --seconds 1
db 'SET SESSION min_examined_row_limit = 0; SELECT SLEEP(1.2), "slow two"' >/dev/null
file=$(sed -n "s/^written to: '\(.*\)'$/\1/p" <<<"$out")
check 'a file without a directory is told with it' grep -q 'slow two' "$file"
check 'that few rows are not logged is told' grep -q '^note: statements that examine fewer than 7 rows' <<<"$out"
install -d -o mysql /srv/logs
db 'SET GLOBAL slow_query_log = OFF; SET GLOBAL slow_query_log_file = "/srv/logs/slow.log"'
rm -r /srv/logs
run --seconds 2
check 'a file that cannot be opened is a failure' test "$status" -eq 1
check 'though the server calls it on' test "$(logs)" = "1	2"
run --seconds 2
check 'the second time, too' test "$status:$(grep -c '^on already' <<<"$out")" = 1:0
db 'SET GLOBAL slow_query_log = OFF; SET GLOBAL slow_query_log_file = "near.log"'
db 'SET GLOBAL log_output = "TABLE"'
run
check 'a log that is a table is named as such' grep -qx 'written to: the table mysql.slow_log' <<<"$out"
finish
