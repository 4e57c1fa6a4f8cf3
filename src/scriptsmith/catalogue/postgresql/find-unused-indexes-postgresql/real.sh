#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

sql <<'EOF'
CREATE TABLE t (id int PRIMARY KEY, a int, b int, c int, d int);
INSERT INTO t SELECT i, i, i, i / 2, i FROM generate_series(1, 60000) AS i;
CREATE INDEX never_used ON t (a);
CREATE INDEX in_use ON t (b);
CREATE UNIQUE INDEX unique_one ON t (d);
CREATE TABLE s (a int);
CREATE INDEX tiny ON s (a);
ANALYZE;
EOF
sql -c 'CREATE UNIQUE INDEX CONCURRENTLY failed ON t (c)' >/dev/null 2>&1
sql -c 'SET enable_seqscan = off' -c 'SELECT a FROM t WHERE b = 7' >/dev/null
scanned() { [ "$(sql -c "SELECT idx_scan > 0 FROM pg_stat_user_indexes WHERE indexrelname = 'in_use'")" = t ]; }
await scanned
run --database shop
check 'an index that nothing used is listed' grep -Eq '^ .* \| never used \| public\.never_used +\| t$' <<<"$out"
check 'one that a failed build left is listed, a unique one too' grep -Eq '\| invalid +\| public\.failed +\| t$' <<<"$out"
check 'used ones, constraints, unique and small ones are not' grep -q '^2 indexes are unused' <<<"$out"
check 'a server that never reset its counters makes no false promise' grep -q 'counted since a time it does not tell: .*crash' <<<"$out"
session locker
say locker 'BEGIN; REINDEX INDEX never_used;'
await in_state locker 'idle in transaction'
run --database shop
check 'it does not wait for an index that is locked' grep -Eq '^ .* \(locked\) +\| [^|]*\| never used \| public\.never_used +\| t$' <<<"$out"
say locker 'ROLLBACK;'
await in_state locker idle
run --database shop --min-size 100
check 'an invalid index is listed whatever its size' grep -q '^1 indexes are unused' <<<"$out"
run --database shop --min-size 0
check 'small ones are listed when asked' grep -q 'public.tiny' <<<"$out"
sql -c 'DROP INDEX failed' -c 'SELECT pg_stat_reset()' >/dev/null
run --database shop --min-size 100
check 'with none it says so' grep -q '^no index is invalid, none of 100 MiB or more is unused$' <<<"$out"
check 'since when it counts is told' grep -Eq '^the server has counted since 20[0-9-]+ [0-9:]+$' <<<"$out"

sql -c 'CREATE TABLE whole (i int) PARTITION BY RANGE (i)' -c 'CREATE TABLE part PARTITION OF whole FOR VALUES FROM (0) TO (9)' -c 'CREATE INDEX ON whole (i)' \
  -c 'ALTER DATABASE shop SET track_counts = off' >/dev/null
run --database shop --min-size 0
check 'an index of a partition is not offered by itself' grep -Eq '\| never used, part of the index of the whole table +\| public\.part_i_idx' <<<"$out"
check 'that nothing is counted is told' grep -q '^the server has counted since 20.*, and does not now: track_counts is off$' <<<"$out"
check 'that a standby counts for itself is told' grep -q '^note: scans on other servers' <<<"$out"
sql -c 'ALTER DATABASE shop RESET track_counts'
sql -c 'GRANT ALL ON s TO clerk'
session old clerk
say old 'BEGIN; INSERT INTO s VALUES (1);'
await in_state old 'idle in transaction'
session build
say build 'CREATE INDEX CONCURRENTLY growing ON s (a);'
building() { [ -n "$(sql -c 'SELECT 1 FROM pg_stat_progress_create_index WHERE index_relid <> 0')" ]; }
await building
run --database shop
check 'an index that is being built is told from one that failed' grep -Eq '\| being built \| public\.growing' <<<"$out"
PGUSER=clerk run --database shop
check 'a role that is not shown what is being built is told that it may be' grep -Eq '\| invalid, or being built \| public\.growing' <<<"$out"
printf 'track_commit_timestamp = on\n' >>"$(echo /etc/postgresql/*/main/postgresql.conf)"
pg_ctlcluster "$version" main restart --force
await sql -c 'SELECT 1'
sql -c 'CREATE INDEX young ON t (c)'
day=$(sql -c "SELECT to_char(now(), 'YYYY-MM-DD')")
run --database shop
check 'of a young index it is told when it was made' grep -Eq "\| $day [0-9:]{5} +\| never used +\| public\.young " <<<"$out"
check 'of one from before the server kept times, how many transactions ago' grep -Eq '\| [0-9]+ transactions ago +\| never used +\| public\.never_used ' <<<"$out"
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
finish
