#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

db 'CREATE TABLE inno (a INT); CREATE TABLE `my isam` (a INT, KEY (a)) ENGINE=MyISAM; INSERT INTO `my isam` VALUES (1), (2); CREATE VIEW v AS SELECT 1'
run --database shop --dry-run
check 'a dry run says how much' grep -q '^would check: 2 tables of shop, about 0 MiB$' <<<"$out"
run --database shop
check 'tables in order succeed' test "$status:$out" = '0:2 tables in order, 0 damaged, 0 that cannot be checked'
db 'CREATE TABLE held (a INT) ENGINE=MEMORY'
run --database shop
check 'a table that cannot be checked is named' grep -qx 'not checked: shop.held' <<<"$out"
check 'and counted' grep -qx '2 tables in order, 0 damaged, 1 that cannot be checked' <<<"$out"
db 'FLUSH TABLES'
printf 'broken' | dd of='/var/lib/mysql/shop/my@0020isam.MYI' conv=notrunc status=none
run --database shop --dry-run
check 'a dry run looks at no table' test "$status" -eq 0
: >~/.my.cnf; printf '[mysqlcheck]\nauto-repair\n' >>~/.my.cnf
run --database shop
check 'a damaged table is a failure' test "$status" -eq 1
check 'it is named with its error' grep -Eq '^shop\.my isam: [Ee]rror +: ' <<<"$out"
check 'and counted once' grep -qx '1 tables in order, 1 damaged, 1 that cannot be checked' <<<"$out"
check 'nothing was repaired' grep -q broken '/var/lib/mysql/shop/my@0020isam.MYI'
check 'nor was there a word of a server that may stop itself' test "$err" = 'check-tables-mysql: 1 tables of shop are damaged'
# A page of InnoDB that is damaged, and what becomes of the server.
db 'CREATE DATABASE pages; CREATE TABLE pages.inno (a INT PRIMARY KEY, b VARCHAR(200)); INSERT INTO pages.inno SELECT seq, REPEAT("x", 200) FROM seq_1_to_5000; SET GLOBAL innodb_fast_shutdown = 0'
mariadb-admin shutdown
gone() { ! pidof mariadbd; }
await gone
head -c 3000 /dev/urandom | dd of=/var/lib/mysql/pages/inno.ibd bs=1 seek=$((16384 * 10 + 2000)) conv=notrunc status=none
(mariadbd-safe --user=mysql --skip-syslog >/dev/null 2>&1 &)
await mariadb-admin ping
pid=$(pidof mariadbd)
run --database pages
check 'a damaged page is found' test "$status:$(grep -c '^pages.inno: .*orrupt' <<<"$out")" = 1:2
check 'and this release of the server still runs' test "$(pidof mariadbd)" = "$pid"
db 'CREATE DATABASE empty'
run --database empty
check 'a database without tables is refused' test "$status" -eq 3
run --database absent
check 'one that is not there too' test "$status" -eq 3
# As where MariaDB gives its programs no other names than its own.
rm /usr/bin/mysql /usr/bin/mysqlcheck
run --database shop
check 'by the names of MariaDB it works as well' grep -qx '1 tables in order, 1 damaged, 1 that cannot be checked' <<<"$out"
finish
