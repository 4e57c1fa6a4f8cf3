#!/usr/bin/env bash
. "$HARNESS"

export TZ=UTC
stub dmesg <<'EOF'
[ "$#" = 1 ] || exit 1
[ ! -e .denied ] || { echo 'dmesg: read kernel buffer failed: Operation not permitted' >&2; exit 1; }
case $1 in
  --level=emerg,alert,crit,err) grep -v -e warn log ;;
  --level=emerg*) cat log ;;
  *) exit 1 ;;
esac
true
EOF
stub date <<<'[ "$*" = +%s ] && echo 1700010000'
mkdir proc
echo '10000.55 20000.10' >proc/uptime
cat >log <<'EOF'
[    0.000000] early
[ 5000.100000] old warn
[ 9000.100000] app[812]: segfault at 0 ip 00005 sp 00007 error 4 in $(touch pwned)
[ 9900.200000] INFO: task x blocked for more than 120 seconds. warn
[ 9990.300000] Call Trace:
 <TASK>
EOF
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'a message has its time of day' grep -qxF '2023-11-15 00:43:20  app[812]: segfault at 0 ip 00005 sp 00007 error 4 in $(touch pwned)' <<<"$out"
check 'an old one is left out' test "$(grep -c -e early -e 'old warn' <<<"$out")" -eq 0
check 'a line that belongs to one is kept' grep -q '<TASK>' <<<"$out"
check 'they are counted' grep -qx '4 lines of level warn or worse in the last 60 minutes' <<<"$out"
check 'a segfault is pointed out' grep -qx 'look at: 1 x segfault' <<<"$out"
check 'a hung task too' grep -qx 'look at: 1 x hung task' <<<"$out"
check 'what is not there is not' test "$(grep -c 'out of memory' <<<"$out")" -eq 0
check 'the buffer goes back far enough' test "$(grep -c '^note' <<<"$out")" -eq 0
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --proc-root proc </dev/null 2>/dev/null) | cat) || status=$?
check 'without room for a file it works' test "$status:$(grep -c '^4 lines of level warn' <<<"$out")" = 0:1
cp log whole; sed -i 1d log
run --proc-root proc
check 'also when older messages were overwritten' test "$(grep -c '^note' <<<"$out")" -eq 0
run --proc-root proc --minutes 90
check 'a buffer that does not go back so far is told' grep -qx 'note: the buffer of the kernel begins at 2023-11-14 23:36:40, what is older was overwritten or cleared' <<<"$out"
run --proc-root proc --minutes 0
check 'so it is when all is asked for' test "$(grep -c '^note: the buffer of the kernel begins' <<<"$out")" -eq 1
mv whole log
run --proc-root proc --minutes 180
check 'a boot within that time is told' test "$(grep '^note' <<<"$out")" = 'note: the host booted at 2023-11-14 22:13:20; what its kernel said before that is not here (journalctl --dmesg --boot=-1 may have it)'
run --proc-root proc --minutes 0 --level err
check 'and not when it begins with the boot' test "$(grep -c '^note' <<<"$out")" -eq 0
check 'everything since boot can be shown' grep -q ' early$' <<<"$out"
check 'milder levels are left out' test "$(grep -c warn <<<"$out")" -eq 0
sed -i 's/error 4 in .*/error 4 warn/' log
run --proc-root proc --level err
check 'a segfault is counted below the level, too' bash -c 'grep -qx "look at: 1 x segfault" <<<"$1" && ! grep -q "  app\[812" <<<"$1"' _ "$out"
mkdir old; echo '10000000.55 2.10' >old/uptime
printf '[9000000.100000] long ago\n[9995900.100000] slow clock\n' >log
run --proc-root old
check 'after a long uptime what looks a little older is shown, and that is told' bash -c 'grep -q "  slow clock$" <<<"$1" && ! grep -q "long ago" <<<"$1" && grep -q "^note: .* off by 16 minutes" <<<"$1"' _ "$out"
: >log
run --proc-root proc
check 'an empty buffer is told' grep -q '^note: the buffer of the kernel is empty' <<<"$out"
check 'silence is no failure' bash -c '[ "$1" = 0 ] && grep -q "^the kernel logged nothing" <<<"$2"' _ "$status" "$out"
: >.denied
run --proc-root proc
check 'without the right it is refused' test "$status" -eq 3
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run --minutes 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --level all
check 'a bad level is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
