#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
core() {
  mkdir -p "sys/devices/system/cpu/cpu$1/cpufreq"
  cd "sys/devices/system/cpu/cpu$1/cpufreq" || exit 1
  echo "$2" >scaling_governor; echo intel_pstate >scaling_driver; echo 'performance powersave' >scaling_available_governors
  cd "$OLDPWD" || exit 1
}
core 0 powersave; core 1 performance; core 12 powersave
governors() { cat sys/devices/system/cpu/cpu*/cpufreq/scaling_governor | sort -u; }
run --sys-root sys --dry-run
check 'a dry run says what it would do' grep -qx 'would set: performance on 2 cores' <<<"$out"
check 'what is now is told' grep -qx 'now: powersave on 2 cores (driver intel_pstate)' <<<"$out"
check 'a dry run changes nothing' test "$(governors)" = $'performance\npowersave'
run --sys-root sys
check 'it succeeds' test "$status" -eq 0
check 'all cores have it' test "$(governors)" = performance
check 'it says so' grep -qx 'set: performance on all 3 cores, until the next boot' <<<"$out"
check 'where cores had several, what undoes it is told of each' test "$(grep '^undo: ' <<<"$out")" = 'undo: echo powersave >sys/devices/system/cpu/cpu0/cpufreq/scaling_governor
undo: echo powersave >sys/devices/system/cpu/cpu12/cpufreq/scaling_governor'
sed -n 's/^undo: //p' <<<"$out" | bash
check 'and brings all back' test "$(governors)" = $'performance\npowersave'
run --sys-root sys; run --sys-root sys
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
run --sys-root sys --governor powersave
check 'where all had one, it is told alone' test "$status" -eq 0 -a -z "$(grep '^undo:' <<<"$out")"
run --sys-root sys
run --sys-root sys --governor schedutil
check 'one that is not offered is refused' test "$status" -eq 3
check 'and nothing is changed' test "$(governors)" = performance
echo 1 >sys/devices/system/cpu/cpu1/online; core 7 powersave; echo 0 >sys/devices/system/cpu/cpu7/online
rm sys/devices/system/cpu/cpu7/cpufreq/scaling_governor; ln -s nowhere sys/devices/system/cpu/cpu7/cpufreq/scaling_governor
run --sys-root sys --governor powersave
check 'a core that is offline does not keep the others from it, and is told' test "$status:$err" = '0:note: left out, as it is offline: sys/devices/system/cpu/cpu7'
run --sys-root sys; rm -r sys/devices/system/cpu/cpu7
stub id <<<'echo 1000'
run --sys-root sys --governor powersave
check 'without root it is refused' test "$status" -eq 3
stub id <<<'echo 0'
file=sys/devices/system/cpu/cpu1/cpufreq/scaling_governor
rm "$file"; ln -s /dev/null "$file"
run --sys-root sys --governor powersave
check 'a core that cannot be read is refused' test "$status" -eq 3
rm -r sys/devices/system/cpu/cpu*
core 0 powersave; core 1 powersave
stub id <<<'rm -r sys/devices/system/cpu/cpu1/cpufreq; echo 0' # it goes offline meanwhile
run --sys-root sys
check 'a core that does not take it is a failure' bash -c '[ "$1" = 1 ] && grep -q ": 1 of 2 cores did not take it" <<<"$2"' _ "$status" "$err"
check 'and is named' grep -qx 'not set: sys/devices/system/cpu/cpu1/cpufreq/scaling_governor still has ?' <<<"$err"
stub id <<<'echo 0'
core 0 powersave; rmdir sys/devices/system/cpu/cpu1
run --sys-root sys
check 'one core is enough' bash -c '[ "$1" = 0 ] && grep -qx "now: powersave on 1 cores (driver intel_pstate)" <<<"$2"' _ "$status" "$out"
rm -r sys/devices/system/cpu/cpu*
run --sys-root sys
check 'a host without governors is refused' test "$status" -eq 3
run --governor 'fast'
check 'a bad choice is refused' test "$status" -eq 2
run --governor '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
