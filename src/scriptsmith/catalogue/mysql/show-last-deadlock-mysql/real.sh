#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

run
check 'without a deadlock it says so' test "$status:$(head -n 1 <<<"$out")" = '0:no deadlock of InnoDB since the server started'
db 'SET GLOBAL innodb_deadlock_detect = OFF'
run
check 'and that none is detected, where that is so' grep -q '^note: innodb_deadlock_detect is off' <<<"$out"
db 'SET GLOBAL innodb_deadlock_detect = ON'
db "CREATE TABLE t (id INT PRIMARY KEY, secret CHAR(20)); INSERT INTO t VALUES (1, 'hush hush 1'), (2, 'hush hush 2')"
session one
session two
say one "BEGIN; UPDATE t SET secret = 'a' WHERE id = 1;"
say two "BEGIN; UPDATE t SET secret = 'b' WHERE id = 2;"
held() { [ "$(db 'SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_rows_modified > 0')" = 2 ]; }
await held
say one 'UPDATE t SET id = id WHERE id = 2;'
waits() { [ "$(db "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")" = 1 ]; }
await waits
say two 'UPDATE t SET id = id WHERE id = 1;'
found() { grep -qs 'Deadlock found' /run/session-one.out /run/session-two.out; }
await found
run
check 'it succeeds' test "$status" -eq 0
check 'both statements are shown' test "$(grep -Ec '^UPDATE t SET id = id WHERE id = [12]$' <<<"$out")" = 2
check 'both transactions' grep -q '^\*\*\* (2) TRANSACTION:' <<<"$out"
check 'and which was rolled back' grep -Eq '^\*\*\* WE ROLL BACK TRANSACTION \([12]\)' <<<"$out"
check 'no rows of data' test -z "$(grep -E 'Record lock|hex|hush' <<<"$out")"
check 'nothing of the sections that follow' test -z "$(grep -E 'Trx id counter|FILE I/O|LIST OF TRANSACTIONS' <<<"$out")"
run --records yes
check 'the rows are shown when asked' grep -q 'Record lock, heap no' <<<"$out"
login clerk
run
check 'an account without the right fails' test "$status" -eq 1
finish
