#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 8ac74cf5: a number is above 0 whatever it is read in

stub id <<<'echo 0'
mkdir -p proc/sys/kernel r/etc/sysctl.d
echo 0 >proc/sys/kernel/panic
echo 1 >proc/sys/kernel/panic_on_oops
file=r/etc/sysctl.d/90-reboot-on-panic.conf
run --proc-root proc --root r --delay 30 --dry-run
check 'a dry run says what it would do' grep -qx "would set: kernel.panic = 30, and write that to $file" <<<"$out"
check 'what makes it panic is shown' grep -qx 'now: kernel.panic = 0, panic_on_oops = 1' <<<"$out"
check 'a dry run changes nothing' bash -c '[ "$(cat proc/sys/kernel/panic)" = 0 ] && [ ! -e "$1" ]' _ "$file"
run --proc-root proc --root r
check 'it succeeds' test "$status" -eq 0
check 'it is in force' grep -qx 10 proc/sys/kernel/panic
check 'it is written for the next boot' grep -qx 'kernel.panic = 10' "$file"
check 'it says so' grep -qx "set: the host reboots 10 s after a panic (before: 0), in $file" <<<"$out"
run --proc-root proc --root r
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
run --proc-root proc --root r --delay 12
check 'what the file said is told, for the way back' grep -qx "set: the host reboots 12 s after a panic (before: 10), in $file (before: kernel.panic = 10)" <<<"$out"
rm "$file"
run --proc-root proc --root r
check 'a missing file is written anew' test -e "$file"
echo 0 >proc/sys/kernel/panic
run --proc-root proc --root r
check 'what the file says is put in force' grep -qx 10 proc/sys/kernel/panic
run --proc-root proc --root r --delay 3600 --dry-run
check 'an hour is allowed' test "$status" -eq 0
rm "$file"
mkdir -p other/sys/kernel; ln -s /proc/self/coredump_filter other/sys/kernel/panic # shows another number than was written
run --proc-root other --root r
check 'a kernel that does not take it is a failure' test "$status" -eq 1
check 'and nothing is written for the next boot' test ! -e "$file"
ln -sf /proc/sys/kernel/ostype other/sys/kernel/panic
run --proc-root other --root r
check 'a kernel that does not let it be set is told' test "$status" -eq 3 -a -n "$(grep 'may not write' <<<"$err")"
run --proc-root proc --root r # for what follows
rm -r r/etc
run --proc-root proc --root r --delay 5
check 'without a place for the file it is refused' test "$status" -eq 3
check 'and nothing is changed' grep -qx 10 proc/sys/kernel/panic
mkdir -p r/etc/sysctl.d
stub id <<<'echo 1000'
run --proc-root proc --root r --delay 5
check 'without root it is refused' test "$status" -eq 3
run --proc-root nowhere --root r
check 'a missing control is refused' test "$status" -eq 3
for delay in 0 3601; do
  run --delay "$delay"
  check "$delay seconds are refused" test "$status" -eq 2
done
run --delay 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
stub id <<<'echo 0'
rm -f r/etc/sysctl.d/99-*
echo 'kernel.panic = 5' >r/etc/sysctl.conf
run --proc-root proc --root r --delay 40
check 'sysctl.conf, which is read last, would win: refused' test "$status" -eq 3
rm r/etc/sysctl.conf; mkdir -p r/var/lib/kubelet/pods; echo 0 >proc/sys/kernel/panic; rm -f "$file"
for delay in 9 11; do
  run --proc-root proc --root r --delay $delay
  check "beside a kubelet $delay seconds are refused" test "$status:$(cat proc/sys/kernel/panic):$(grep -c 'a kubelet runs' <<<"$err")" = 3:0:1
done
check 'and nothing is written' test ! -e "$file"
run --proc-root proc --root r --delay 10
check 'what the kubelet sets itself is taken' test "$status:$(cat proc/sys/kernel/panic)" = 0:10
finish
