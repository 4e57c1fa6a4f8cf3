#!/usr/bin/env bash
# packages: mariadb-server coreutils mount gzip
. "$HARNESS"
use mariadb-sessions

db "CREATE TABLE orders (i INT PRIMARY KEY, note TEXT, b BLOB);
INSERT INTO orders SELECT seq, CONCAT(MD5(seq), MD5(seq + 1), 'ä'), UNHEX(MD5(seq)) FROM seq_1_to_20000;
CREATE TABLE \`A b\` (x INT) ENGINE=MyISAM; INSERT INTO \`A b\` VALUES (7);
CREATE TABLE smile (t VARCHAR(9) CHARACTER SET utf8mb4); INSERT INTO smile VALUES (CONVERT(UNHEX('F09F9880') USING utf8mb4));
CREATE VIEW v AS SELECT COUNT(*) AS n FROM orders; CREATE PROCEDURE p() SELECT 42;
CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW SET NEW.note = 'x'; CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1"
mkdir 'out put'
run --database shop --destination 'out put' --dry-run
check 'a dry run says what it would dump' grep -q '^would dump: database shop (3 tables, ' <<<"$out"
check 'a dry run writes nothing' test -z "$(ls -A 'out put')"
run --database shop --destination 'out put'
check 'it succeeds' test "$status" -eq 0
file=$(find 'out put' -type f)
check 'one file is there, with its final name' test "$(grep -Ec '^out put/shop-[0-9]{8}-[0-9]{6}\.sql\.gz$' <<<"$file")" = 1
check 'it is named' grep -qF "$file" <<<"$out"
check 'it belongs to the caller alone' test "$(stat -c %a "$file")" = 600
check 'tables of other engines are told of' grep -q '^note: 1 tables are not InnoDB' <<<"$err"
db 'CREATE DATABASE again'
gzip -dc "$file" | mariadb again
check 'a sign of four bytes is kept' test "$(database=again db 'SELECT HEX(CONVERT(t USING utf8mb4)) FROM smile')" = F09F9880
check 'of an account that sees all nothing is said' test "$(grep -c 'is not seen to have' <<<"$err")" -eq 0
sums() { database=$1 db 'SELECT COUNT(*), MD5(GROUP_CONCAT(MD5(CONCAT(note, HEX(b))) ORDER BY i)) FROM orders; SELECT x FROM `A b`; SELECT n FROM v; CALL p(); SHOW TRIGGERS; SHOW EVENTS' | sed "s/$1//g; s/20[0-9-]* [0-9:.]*//g"; }
check 'what is restored from it is the same, with routines, triggers and events' test "$(sums again)" = "$(sums shop)"

db 'CREATE TABLE past (i INT) WITH SYSTEM VERSIONING; INSERT INTO past VALUES (1), (2); DELETE FROM past WHERE i = 1'
mkdir versions
run --database shop --destination versions
check 'a table with its history counts, and that it is left out is told' bash -c 'grep -q ", 4 tables," <<<"$1" && grep -q "^note: the history of 1 versioned tables is not in the dump" <<<"$2"' _ "$out" "$err"
gzip -dc versions/* | mariadb again
check 'as the real dump shows' test "$(database=again db 'SELECT COUNT(*) FROM past FOR SYSTEM_TIME ALL')" = 1
mkdir small tight denied
db 'CREATE TABLE large SELECT seq, RANDOM_BYTES(200) AS b FROM seq_1_to_40000; ANALYZE TABLE large, orders' >/dev/null
mount -t tmpfs -o size=1m small small
run --database shop --destination small
check 'too little space is refused' test "$status" -eq 3
mount -t tmpfs -o size=5m tight tight
(for ((i = 0; i < 3000; i++)); do df --output=avail --block-size=1 tight | tail -n 1; done >left) &
run --database shop --destination tight
kill $!
check 'a file system that would fill up is a failure' test "$status:$(grep -c 'a fifth has to stay' <<<"$err")" = 1:1
check 'and a fifth of it stays for the server' bash -c '(($(sort -n left | head -n 1) > 900000 && $(sort -n left | head -n 1) < 5000000))'
check 'and leaves nothing' test -z "$(ls -A tight)"
login clerk
run --database shop --destination denied
check 'an account that may not read all of it fails' test "$status" -eq 1
check 'and leaves nothing either' test -z "$(ls -A denied)"
db 'CREATE USER saver@localhost; GRANT SELECT, LOCK TABLES, SHOW VIEW, EVENT ON shop.* TO saver@localhost'
login saver
mkdir partly
run --database shop --destination partly
check 'an account that sees no triggers is told, for they are missing' test "$status:$(grep -c 'is not seen to have' <<<"$err"):$(gzip -dc partly/* | grep -ciE 'create.*(trigger|procedure)')" = 0:2:0
login root
run --database absent --destination denied
check 'a database that is not there is refused' test "$status" -eq 3
# As where MariaDB gives its programs no other names than its own.
rm /usr/bin/mysql /usr/bin/mysqldump; mkdir renamed
run --database shop --destination renamed
check 'by the names of MariaDB it works as well' test "$status:$(gzip -dc renamed/* | grep -c '^-- Dump completed')" = 0:1
finish
