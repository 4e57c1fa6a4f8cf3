#!/usr/bin/env bash
# packages: coreutils
. "$HARNESS"
ran_on truncate "$(truncate --version | sed -n '1s/.* //p')"

mkdir -p '/srv/my app'; log='/srv/my app/server.log'; seq 20000 >"$log"; chmod 640 "$log"; inode=$(stat -c %i "$log")
exec 9>>"$log"
run --file "$log" --dry-run
check 'a dry run changes nothing' test "$status" -eq 0 -a -s "$log"
run --file "$log"
check 'the file is empty, and the same file' test "$status:$(stat -c '%i %s %a' "$log")" = "0:$inode 0 640"
printf 'more\n' >&9
check 'its writer goes on' test "$(cat "$log")" = more
exec 8>"$log.2.log"; seq 20000 >&8
run --file "$log.2.log"
check 'a writer that keeps its position is survived' test "$status" -eq 0
check 'and told before, since its next line makes the file long again' grep -q "^note: process $$ writes to it without appending" <<<"$err"
seq 20000 >&8
check 'and its disk space was freed' test "$(stat -c %b "$log.2.log")" -lt $((2 * 108894 / 512))
mkdir -p /srv/logs
seq 20000 >/srv/logs/full.log
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run --file /srv/logs/full.log
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status" -eq 0 -a ! -s /srv/logs/full.log
printf 'x\n' >/usr/local/catalina.out
run --file /usr/local/catalina.out
check 'a log below /usr/local is one' test "$status" -eq 0 -a ! -s /usr/local/catalina.out
for name in db-12.log S0000012.LOG logsegment_000_00000001.dat mysql-bin.index binary.000001 redo01a.log o1_mf_1_g0v4xw5k_.log wtmp.1 log.100000001 CommitLog-7-1692012345678.log 00000000000000000000.log system.journal redo01.log app.log.1.gz; do
  printf 'data\n' >"/srv/logs/$name"
  run --file "/srv/logs/$name"
  check "refused: $name" test "$status" -eq 3 -a -s "/srv/logs/$name"
done
finish
