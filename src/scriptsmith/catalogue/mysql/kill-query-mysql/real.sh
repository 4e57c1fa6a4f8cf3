#!/usr/bin/env bash
. "$HARNESS"
use mariadb-replica

session report clerk
session other clerk
say report 'SELECT SLEEP(300);'
say other 'SELECT SLEEP(301);'
await does report Query
await does other Query
id=$(id_of report)
run --id "$id" --dry-run
check 'a dry run says what it would kill' grep -Eq "^would kill the statement of: $id, on [^ ,]+:3306, user clerk, for [0-9]+ s: SELECT SLEEP\(300\)$" <<<"$out"
check 'a dry run kills nothing' does report Query
db 'CREATE USER stranger@localhost'
login stranger
run --id "$id"
check 'somebody else is refused' test "$status" -eq 3
check 'the statement goes on' does report Query
login root
run --id "$id"
check 'it succeeds' test "$status" -eq 0
check 'it says what was killed' grep -q "^killed the statement of: $id, on .*:3306, user clerk" <<<"$out"
check 'the connection stays, and is idle' does report Sleep
check 'another connection goes on' does other Query
run --id "$id"
check 'an idle connection is left alone' test "$status:$(grep -c "^nothing to kill: connection $id on .*:3306 is idle, and keeps what it has locked$" <<<"$out")" = 0:1
say report 'BEGIN; SELECT 1;'
run --id "$id"
check 'also in a transaction' test "$status" -eq 0
db 'CREATE TABLE old (a INT) ENGINE=MyISAM'
session locker
session mender
say locker "LOCK TABLES old READ; SELECT 'held';"
await grep -q held /run/session-locker.out
say mender 'OPTIMIZE TABLE old;'
await does mender Query
run --id "$(id_of mender)"
check 'what would leave a table of MyISAM broken is refused' test "$status:$(grep -c 'refused: .* a MyISAM table .*OPTIMIZE TABLE old$' <<<"$err")" = 3:1
check 'and goes on' does mender Query
say locker 'UNLOCK TABLES;'
run --id 999999
check 'a connection that is not there is refused' test "$status" -eq 3
replicate
await now_are '2 Yes'
dump=$(db "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'")
run --id "$dump"
check 'the thread that a replica reads from is refused' test "$status" -eq 3
login root "socket=$replica"
run --id "$(on_replica "SELECT MIN(id) FROM information_schema.processlist WHERE user = 'system user'")"
check 'a thread of replication is refused' test "$status" -eq 3
check 'replication goes on' now_are '2 Yes'
finish
