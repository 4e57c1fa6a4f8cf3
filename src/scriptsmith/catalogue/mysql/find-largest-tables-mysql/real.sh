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
check 'views and other databases are left out' grep -q '^3 tables listed of those that this account may see' <<<"$out"
run --limit 2
check 'without a database the whole server is listed' grep -q 'other.o$' <<<"$(row 3)"
check 'as many as asked' grep -q '^2 tables listed of those that this account may see' <<<"$out"
db "CREATE DATABASE past; CREATE TABLE past.kept (i INT, t VARCHAR(200)) WITH SYSTEM VERSIONING; INSERT INTO past.kept SELECT seq, REPEAT(MD5(seq), 5) FROM seq_1_to_20000; DELETE FROM past.kept; ANALYZE TABLE past.kept" >/dev/null
run --database past
check 'a table with its history is listed' grep -q 'InnoDB *past.kept$' <<<"$(row 2)"
db "CREATE TABLE other.hollow (i INT PRIMARY KEY, t VARCHAR(200)); INSERT INTO other.hollow SELECT seq, REPEAT(MD5(seq), 6) FROM seq_1_to_200000; DELETE FROM other.hollow"
hollow() { db 'ANALYZE TABLE other.hollow' >/dev/null; [ "$(db "SELECT data_free > 16777216 AND data_length < 8388608 FROM information_schema.tables WHERE table_name = 'hollow'")" = 1 ]; }
await hollow
run --limit 1
check 'a file that is large and nearly empty comes first' grep -q 'InnoDB other.hollow$' <<<"$(row 2)"
# The same in a file that tables share, where both seem to have all that is free in it.
db 'SET GLOBAL innodb_file_per_table = 0; CREATE TABLE other.inner1 (i INT); CREATE TABLE other.inner2 (i INT PRIMARY KEY, t VARCHAR(200));
  INSERT INTO other.inner2 SELECT seq, REPEAT(MD5(seq), 6) FROM seq_1_to_400000; DELETE FROM other.inner2; SET GLOBAL innodb_file_per_table = 1'
shared() { db 'ANALYZE TABLE other.inner2' >/dev/null; [ "$(db "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'inner_' AND data_length < 8388608 AND data_free > (SELECT data_free FROM information_schema.tables WHERE table_name = 'hollow')")" = 2 ]; }
await shared
run --limit 1
check 'what is free in a file that tables share is none of theirs' grep -q 'InnoDB other.hollow$' <<<"$(row 2)"
db 'CREATE DATABASE `my-shop`; RENAME TABLE other.hollow TO `my-shop`.`hollow $1.a`'
run --limit 1
check 'names that have others as files are found' grep -qF 'InnoDB       my-shop.hollow $1.a' <<<"$(sed -n 2p <<<"$out")"
check 'all of it is counted' grep -q '^counted is free space' <<<"$out"
db "CREATE USER reader@localhost; GRANT SELECT ON *.* TO reader@localhost"
login reader
run --limit 1
check 'an account without PROCESS gets the largest by data, and is told' test "$status:$(grep -c '^counted is no free space, for which tables have a file of their own cannot be read' <<<"$out")" = 0:1
login root
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
finish
