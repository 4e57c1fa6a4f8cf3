#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

db "CREATE TABLE large (i INT PRIMARY KEY, t VARCHAR(200), KEY (t)); INSERT INTO large SELECT seq, REPEAT(MD5(seq), 5) FROM seq_1_to_20000;
CREATE TABLE \`Middle one\` SELECT seq AS i, MD5(seq) AS t FROM seq_1_to_20000; CREATE TABLE small (i INT); CREATE VIEW v AS SELECT 1;
CREATE DATABASE other; CREATE TABLE other.o SELECT seq AS i, REPEAT(MD5(seq), 3) AS t FROM seq_1_to_20000; ANALYZE TABLE large, \`Middle one\`, other.o" >/dev/null
size() { db "SELECT ROUND(data_length / 1048576), ROUND(index_length / 1048576) FROM information_schema.tables WHERE table_schema = '$1' AND table_name = '$2'" | xargs; }
row() { sed -n "$1p" <<<"$out" | tr -s ' ' | sed 's/^ //'; }
run --database shop
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first, data and indexes apart' grep -Eq "^$(size shop large) [0-9]+ [0-9]{5} InnoDB shop\.large$" <<<"$(row 2)"
check 'any name is shown' grep -q 'shop.Middle one$' <<<"$(row 3)"
check 'views and other databases are left out' test "$(tail -n 1 <<<"$out")" = '3 tables listed of those that this account may see'
run --limit 2
check 'without a database the whole server is listed' grep -q 'other.o$' <<<"$(row 3)"
check 'as many as asked' test "$(tail -n 1 <<<"$out")" = '2 tables listed of those that this account may see'
db "CREATE DATABASE past; CREATE TABLE past.kept (i INT, t VARCHAR(200)) WITH SYSTEM VERSIONING; INSERT INTO past.kept SELECT seq, REPEAT(MD5(seq), 5) FROM seq_1_to_20000; DELETE FROM past.kept; ANALYZE TABLE past.kept" >/dev/null
run --database past
check 'a table with its history is listed' grep -q 'InnoDB *past.kept$' <<<"$(row 2)"
db "CREATE TABLE other.hollow (i INT PRIMARY KEY, t VARCHAR(200)); INSERT INTO other.hollow SELECT seq, REPEAT(MD5(seq), 6) FROM seq_1_to_200000; DELETE FROM other.hollow"
hollow() { db 'ANALYZE TABLE other.hollow' >/dev/null; [ "$(db "SELECT data_free > 16777216 AND data_length < 8388608 FROM information_schema.tables WHERE table_name = 'hollow'")" = 1 ]; }
await hollow
run --limit 1
check 'a file that is large and nearly empty comes first' grep -q 'InnoDB other.hollow$' <<<"$(row 2)"
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
finish
