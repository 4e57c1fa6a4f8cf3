#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

run
check 'when nobody waits it says so' test "$status:$out" = '0:nobody waits for a row lock'
db 'CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 1), (2, 2); GRANT ALL ON shop.* TO clerk@localhost'
session holder clerk
session first clerk
session second clerk
say holder 'BEGIN; UPDATE t SET n = 5 WHERE id = 1;'
say first 'BEGIN; UPDATE t SET n = 6 WHERE id = 2;'
held() { [ "$(db 'SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_rows_modified > 0')" = "$1" ]; }
await held 2
say first 'UPDATE t SET n = 7 WHERE id = 1;'
waits() { [ "$(db "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")" = "$1" ]; }
await waits 1
say second 'UPDATE t SET n = 8 WHERE id = 2;'
await waits 2
run
h=$(id_of holder) f=$(id_of first) s=$(id_of second)
check 'it succeeds' test "$status" -eq 0
check 'who waits for which table, with the statement' grep -Eq "^connection $f has waited [0-9]+ s for \`shop\`\.\`t\`: UPDATE t SET n = 7 WHERE id = 1$" <<<"$out"
check 'an idle blocker is told as such' grep -Eq "^  blocked by connection $h, in its transaction for [0-9:]+: \(idle in transaction\)$" <<<"$out"
check 'a blocker that waits itself too, with its statement' grep -Eq "^  blocked by connection $f, .*: UPDATE t SET n = 7 WHERE id = 1$" <<<"$out"
check 'the second waits for the first' grep -q "^connection $s has waited" <<<"$out"
check 'only who waits for nobody is the root' test "$(tail -n 1 <<<"$out")" = "2 waits; at the root: connection $h"
for n in {1..14}; do session "late$n" clerk; done
for n in {14..1}; do say "late$n" "UPDATE t SET n = $n WHERE id = 1;"; done
await waits 16
run
check 'in a queue of many only who waits for nobody is the root' test "$(grep -o 'at the root: .*' <<<"$out")" = "at the root: connection $h"
check 'fifty are listed, and all are counted' bash -c '[ "$(grep -c "has waited" <<<"$1")" = 50 ] && grep -Eq "^1[0-9][0-9] waits; " <<<"$1"' _ "$out"
db 'CREATE TABLE m (id INT PRIMARY KEY); INSERT INTO m VALUES (1)'
for each in reader altering writer; do session $each clerk; done
say reader 'BEGIN; SELECT * FROM m;'
await does reader Sleep
say altering 'ALTER TABLE m ADD x INT;'
stuck() { [ "$(db "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'Waiting for table metadata lock'")" = "$1" ]; }
await stuck 1
say writer 'UPDATE m SET id = 2 WHERE id = 1;'
await stuck 2
run
check 'who waits for a metadata lock is listed' grep -Eq "^  connection $(id_of altering) for [0-9]+ s, Waiting for table metadata lock: ALTER TABLE m ADD x INT$" <<<"$out"
check 'so is who waits behind it' grep -q "^  connection $(id_of writer) for .*: UPDATE m SET id = 2" <<<"$out"
say holder 'ROLLBACK;'; say first 'ROLLBACK;'
await held 0
run
check 'that no row is waited for is not all that is said' test "$(head -n 1 <<<"$out"):$(tail -n 1 <<<"$out")" = '2 connections wait for a metadata or table lock, those that have waited longest::nobody waits for a row lock'
check 'the reader with its open transaction is named' grep -Eq "^  connection $(id_of reader) for [0-9]+ s: \(idle in transaction\)$" <<<"$out"
db "XA START 'left'; UPDATE t SET n = 9 WHERE id = 2; XA END 'left'; XA PREPARE 'left'"
say first 'UPDATE t SET n = 7 WHERE id = 2;'
await waits 1
run
check 'a prepared transaction of nobody is named as such' grep -Eq '^  blocked by connection 0, .*: \(prepared XA transaction\)$' <<<"$out"
check 'and how to end it' grep -q '^note: connection 0 .* XA RECOVER' <<<"$out"
db "XA ROLLBACK 'left'"
login clerk
run
check 'an account without the right fails' test "$status" -eq 1
finish
