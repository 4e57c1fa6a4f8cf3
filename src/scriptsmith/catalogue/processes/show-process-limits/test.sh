#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/77/fd proc/77/task/77 proc/77/task/78
printf 'db server\n' >proc/77/comm
for n in 0 1 2 3 4; do ln -s /gone "proc/77/fd/$n"; done
cat >proc/77/limits <<'EOF'
Limit                     Soft Limit           Hard Limit           Units     
Max cpu time              unlimited            unlimited            seconds   
Max core file size        0                    unlimited            bytes     
Max open files            10                   4096                 files     
Max nice priority         0                    0                    
EOF
printf 'Name:\tdb server\nVmPeak:\t 9000000 kB\nVmSize:\t 4194304 kB\nVmLck:\t       0 kB\nVmRSS:\t 1048576 kB\n' >proc/77/status
run --proc-root proc --pid 77
check 'it succeeds' test "$status" -eq 0
check 'the process is named' grep -qx 'process 77 (db server); not looked at: what its control group (service, container) allows it of memory and tasks' <<<"$out"
check 'soft and hard are told apart' grep -Eqx 'open files +10 +4096  files' <<<"$out"
check 'no limit is told' grep -Eqx 'cpu time +unlimited +unlimited  seconds' <<<"$out"
check 'a limit without a unit is shown' grep -Eq '^nice priority +0 +0' <<<"$out"
check 'the use of files is told' grep -qx 'open files now: 5 (50% of the soft limit)' <<<"$out"
check 'the use of memory is told' test "$(grep ' now: .* MiB$' <<<"$out" | paste -sd';')" = 'address space now: 4096 MiB;locked memory now: 0 MiB;resident set now: 1024 MiB'
check 'the threads are counted' grep -qx 'threads now: 2 (max processes counts those of all processes of its user)' <<<"$out"
run --pid $$
check 'it works on a real process' grep -Eq '^open files +([0-9]+|unlimited) +([0-9]+|unlimited)  files$' <<<"$out"
run --proc-root proc --pid 78
check 'a process that is not there is refused' test "$status" -eq 3
: >proc/77/limits
run --proc-root proc --pid 77
check 'an empty report is a failure' test "$status" -eq 1
rm proc/77/limits
run --proc-root proc --pid 77
check 'one that cannot be read is refused' test "$status" -eq 3
run
check 'a process must be named' test "$status" -eq 2
run --pid 0
check 'process 0 is refused' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
run --pid '1; touch pwned'
check 'a list of commands is no number' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
