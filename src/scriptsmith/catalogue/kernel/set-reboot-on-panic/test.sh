#!/usr/bin/env bash
. "$HARNESS"

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
rm "$file"
run --proc-root proc --root r
check 'a missing file is written anew' test -e "$file"
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
run --delay 0
check 'no time is refused' test "$status" -eq 2
run --delay 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
stub id <<<'echo 0'
rm -f r/etc/sysctl.d/99-*
echo 'kernel.panic = 5' >r/etc/sysctl.conf
run --proc-root proc --root r --delay 40
check 'sysctl.conf, which is read last, would win: refused' test "$status" -eq 3
finish
