#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

logs() { db 'SELECT @@GLOBAL.slow_query_log, @@GLOBAL.long_query_time'; }
db 'SET GLOBAL slow_query_log = ON; SET GLOBAL long_query_time = 0.5; SET GLOBAL slow_query_log_file = "/var/lib/mysql/slow one.log"'
session old
run --dry-run
check 'a dry run says what it would turn off' test "$out" = "would turn off: the slow query log in '/var/lib/mysql/slow one.log'"
check 'a dry run changes nothing' test "$(logs)" = "1	0.500000"
login clerk
run
check 'an account without the right fails' test "$status" -eq 1
check 'and changes nothing' test "$(logs)" = "1	0.500000"
login root
run
check 'it succeeds' test "$status" -eq 0
told=$out
check 'the log is off, the threshold stays' test "$(logs)" = "0	0.500000"
check 'it says where what was logged is' grep -qF "stays in '/var/lib/mysql/slow one.log'" <<<"$out"
say old 'SELECT SLEEP(0.7), "after";'
answered() { grep -q after /run/session-old.out; }
await answered
check 'that it is off until the next restart is told' grep -q '^turned off, until the next restart of the server: ' <<<"$told"
db "$(sed -n "s/^undo, on the server $(hostname) port 3306: //p" <<<"$told")"
check 'the undo that is told turns it on, with the former threshold' test "$(logs)" = "1	0.500000"
db 'SET GLOBAL slow_query_log = OFF'
check 'sessions that were open are not logged either' test -z "$(grep after '/var/lib/mysql/slow one.log')"
run
check 'a second run has nothing to do' test "$status:$out" = '0:off already'
db 'SET GLOBAL slow_query_log_file = "two.log"; SET GLOBAL slow_query_log = ON'
run
file=$(sed -n "s/.* stays in '\(.*\)'$/\1/p" <<<"$out")
check 'a log whose name has no directory is found where it is told' test -s "$file"
db 'SET GLOBAL slow_query_log = ON; SET GLOBAL log_output = "TABLE"'
run
check 'a log that is a table is named as such' grep -q 'stays in the table mysql.slow_log$' <<<"$out"
finish
