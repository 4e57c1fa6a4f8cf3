#!/usr/bin/env bash
. "$HARNESS"
use mariadb-replica

session report clerk
session idle clerk
say report 'SELECT  SLEEP(300), "two\nlines";'
await does report Query
replicate
await now_are '2 Yes'
aged() { [ "$(db "SELECT time >= 2 FROM information_schema.processlist WHERE id = $(id_of report)")" = 1 ]; }
await aged
run --seconds 2
check 'it succeeds' test "$status" -eq 0
check 'a statement that runs is listed' grep -Eq "^ +$(id_of report) +[2-9]  clerk +localhost +shop +User sleep +SELECT  SLEEP\(300\), \"two" <<<"$out"
check 'idle ones, replication and the one who asks are not' test "$(tail -n 1 <<<"$out")" = '1 statements listed that have been running for 2 s or longer'
db "SET GLOBAL event_scheduler = ON; CREATE EVENT nightly ON SCHEDULE AT NOW() DO SELECT SLEEP(302) INTO @x"
event() { [ "$(db "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%SLEEP(302)%' AND command = 'Connect'")" = 1 ]; }
await event
run
check 'an event that runs is listed' grep -q 'SLEEP(302)' <<<"$out"
run --seconds 1000
check 'the limit is kept' test "$status:$out" = '0:0 statements listed that have been running for 1000 s or longer'
session young clerk
say young 'SELECT SLEEP(301);'
await does young Query
run --limit 1
check 'the longest comes first, and a list that is cut says so' test "$(grep -c 'SLEEP(300)' <<<"$out"):$(tail -n 1 <<<"$out")" = '1:note: there may be more, --limit lists more of them'
login clerk
run
check 'an account that sees only its own sessions is refused' test "$status" -eq 3
check 'and is not told that there are none' test -z "$out"
finish
