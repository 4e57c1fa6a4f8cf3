#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'var/my app'
log='var/my app/server one.log'
seq 20000 >"$log"
chmod 640 "$log"
exec 9>>"$log"
inode=$(stat -c %i "$log")
size=$(stat -c %s "$log")

run --file "$log" --dry-run
check 'a dry run changes nothing' test "$(stat -c %s "$log")" -eq "$size"
check 'and what it takes on the disk' grep -qF "$(numfmt --to=iec "$(du -B 1 "$log" | cut -f 1)") on disk" <<<"$out"
check 'a dry run names the file and its size' grep -q "would empty: .*/server one.log ($size bytes" <<<"$out"

run --file "$log"
check 'it succeeds' test "$status" -eq 0
check 'the file is empty' bash -c '[ -f "$1" ] && [ ! -s "$1" ]' _ "$log"
check 'it is the same file' test "$(stat -c %i "$log")" -eq "$inode"
check 'its mode is kept' test "$(stat -c %a "$log")" = 640
printf 'a new line\n' >&9
check 'its writer goes on writing to it' test "$(cat "$log")" = 'a new line'
: >"$log"
run --file "$log"
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^empty already" <<<"$2"' _ "$status" "$out"

printf 'x\n' >./-dash.log
run --file -dash.log
check 'a leading dash is no option' test ! -s ./-dash.log
printf 'x\n' >var/real.log
ln -s var/real.log link
run --file link
check 'a link is followed and kept' bash -c '[ -L link ] && [ ! -s var/real.log ]'

exec 7>>logs.log 6>offset.log; seq 9 | tee logs.log >&6
run --file logs.log --dry-run
check 'a writer that appends needs no note' test "$status:$err" = 0:
run --file offset.log --dry-run
check 'one that does not is told' grep -qx "note: process $$ writes to it without appending: after its next line the file has its old length again, of zero bytes" <<<"$err"
exec 7>&- 6>&-; sleep 60 6<offset.log &
run --file offset.log
check 'who only reads it is no writer' test "$status:$err" = 0:
kill $!
mkdir -p data logs data/mnesia/rabbit@a data/onlinelog data/kahadb data/ledgers/current hana/log
for name in logs/db-12.log data/kahadb/db.log logs/S0000012.LOG hana/log/logsegment_000_00000001.dat data/ledgers/current/1a.log logs/mysql-bin.index logs/binary.000001 data/redo01a.log data/stdby_redo02.log data/onlinelog/o1_mf_1_g0v4xw5k_.log data/mnesia/rabbit@a/LATEST.LOG logs/wtmp.1 logs/btmp-20240501 data/users.db data/ibdata1 data/00000000000000000000.log logs/system.journal logs/app.log.1.gz logs/mysql-bin.000123 logs/log.100000001 logs/CommitLog-7-1692012345678.log logs/redo01.log logs/tc.log logs/aria_log.00000001 logs/x.db-wal; do
  printf 'precious\n' >"$name"
  run --file "$name"
  check "$name is refused" test "$status" -eq 3
  check "$name keeps its contents" grep -q precious "$name"
done
printf 'x\n' >logs/messages
run --file logs/messages
check 'any name in a log directory will do' test ! -s logs/messages

run --file nowhere.log
check 'a missing file is refused' test "$status" -eq 3
mkdir logs/old.log
run --file logs/old.log
check 'a directory is refused' test "$status" -eq 3
run --file /proc/sys/kernel/ostype
check 'what may not be written is refused' grep -q 'no permission to write' <<<"$err"
mkdir -p /usr/local/tomcat/logs
printf 'x\n' >/usr/local/tomcat/logs/catalina.out
run --file /usr/local/tomcat/logs/catalina.out
check 'what was installed by hand has logs, too' test "$status" -eq 0 -a ! -s /usr/local/tomcat/logs/catalina.out
printf 'x\n' >/usr/share/app.log
run --file /usr/share/app.log
check 'the rest of /usr belongs to the system' test "$status" -eq 3 -a -s /usr/share/app.log
printf 'x\n' >/etc/app.log
run --file /etc/app.log
check 'what is no file of a log is refused' grep -q 'belongs to the system' <<<"$err"
# A writer that does not append leaves a hole in front of what it writes next.
seq 20000 >logs/hole.log; seq 20000 >logs/fast.log
stub truncate <<<'/usr/bin/truncate "$@" && /usr/bin/truncate --size=200000 -- "${!#}"'
run --file logs/hole.log
check 'a writer that keeps its position is survived' test "$status" -eq 0
check 'and told' grep -q 'keeps its old position' <<<"$err"
stub truncate </dev/null
run --file logs/fast.log
check 'a file that is as large as before is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "as large as before" <<<"$2"' _ "$status" "$err"
stub truncate <<<'mv -- "${!#}" rotated && seq 20000 >"${!#}"'
run --file logs/fast.log
check 'so is one that was rotated meanwhile' bash -c '[ "$1" -eq 1 ] && grep -q "replaced by another" <<<"$2"' _ "$status" "$err"
rm .stubs/truncate
seq 20000 >logs/roomless.log
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --file logs/roomless.log </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' test "$status" -eq 0 -a ! -s logs/roomless.log
run
check 'no file is refused' test "$status" -eq 2
run --file "$log" --size 5
check 'an unknown argument is refused' test "$status" -eq 2
run --file '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
finish
