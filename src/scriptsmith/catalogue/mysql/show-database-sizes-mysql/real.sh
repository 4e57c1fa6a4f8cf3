#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

db "CREATE TABLE large (i INT PRIMARY KEY, t VARCHAR(200), KEY (t)); INSERT INTO large SELECT seq, REPEAT(MD5(seq), 5) FROM seq_1_to_20000;
CREATE DATABASE \`Other one\`; CREATE TABLE \`Other one\`.o SELECT seq AS i, MD5(seq) AS t FROM seq_1_to_20000; CREATE VIEW v AS SELECT 1;
CREATE DATABASE empty; ANALYZE TABLE large, \`Other one\`.o" >/dev/null
size() { db "SELECT ROUND(SUM(data_length) / 1048576), ROUND(SUM(index_length) / 1048576), ROUND(SUM(data_free) / 1048576), COUNT(*) FROM information_schema.tables WHERE table_schema = '$1' AND table_type = 'BASE TABLE'" | xargs; }
row() { tr -s ' ' <<<"$out" | sed 's/^ //' | grep " $1\$"; }
run
check 'it succeeds' test "$status" -eq 0
check 'a database has its sizes, views are no tables' test "$(row shop)" = "$(size shop) shop"
check 'any name is shown' test "$(row 'Other one')" = "$(size 'Other one') Other one"
check 'the largest comes first' test "$(sed -n 2p <<<"$out" | awk '{ print $5 }')" = shop
check 'one without tables is listed too' test "$(row empty)" = '0 0 0 0 empty'
sum=$(sed '1d;$d' <<<"$out" | awk '{ s += $1 + $2 } END { print s }')
check 'they are summed up' test "$(tail -n 1 <<<"$out")" = "together $sum MiB of data and indexes, in databases that this account may see; binary logs, undo logs, temporary files and what is free in the files come on top"
login clerk
run
check 'an account sees what it may' test "$(row shop):$(row empty)" = "$(size shop) shop:"
finish
