#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 059c96c4: a load divided by one and then the other, rounded down, is the same in either order

mkdir proc; stub sleep </dev/null
stat_() { printf 'cpu  100 0 100 1000 0 0 0 0 0 0\ncpu0 50 0 50 500 0 0 0 0 0 0\ncpu1 50 0 50 500 0 0 0 0 0 0\nintr 5\nprocs_running %s\nprocs_blocked %s\n' "$1" "$2" >proc/stat; }
stat_ 2 0
echo '0.52 0.58 0.59 2/467 12345' >proc/loadavg
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the load is shown' grep -Eqx 'load +0\.52 +0\.58 +0\.59' <<<"$out"
check 'for each core too' grep -Eqx 'per core +0\.26 +0\.29 +0\.29' <<<"$out"
check 'the cores are counted' grep -qx 'cores of the host: 2; running, this script too, three times a second apart: 2 2 2; blocked: 0 0 0; tasks in all: 467' <<<"$out"
check 'a low load is called so' grep -qx 'OK: the load is not above the number of cores, and steady' <<<"$out"
echo '12.08 6.00 2.09 9/467 12345' >proc/loadavg
stat_ 11 1
run --proc-root proc
check 'a high load is called so' grep -qx 'HIGH: more load than cores, and rising; tasks wait for a CPU' <<<"$out"
check 'an eight is no octal number' grep -Eq '^per core +6\.04 +3\.00 +1\.04' <<<"$out"
stat_ 1 14
run --proc-root proc
check 'blocked tasks are told apart' grep -q 'mostly BLOCKED tasks' <<<"$out"
stat_ 1 0
run --proc-root proc
check 'a load that neither explains is called so' grep -qx 'HIGH: more load than cores, and rising; what made it is not to be seen now' <<<"$out"
check 'where nothing is hidden nothing is told of it' test "$(grep -c hidepid <<<"$out")" -eq 0
mkdir proc/1
run --proc-root proc
check 'processes that are hidden may be blocked' grep -q '^note: processes of others are hidden' <<<"$out"
: >proc/1/stat
run --proc-root proc
check 'where process 1 is shown all are' test "$(grep -c hidepid <<<"$out")" -eq 0
rm -r proc/1
mkdir -p proc/7/task/7 proc/7/task/8 proc/9/task/9
echo '7 (cp (1) S x) D 1 7' >proc/7/task/7/stat; echo '8 (cp) D 1 7' >proc/7/task/8/stat; echo '9 (x) D (y) S 1 9' >proc/9/task/9/stat
run --proc-root proc
check 'tasks that the kernel does not count as blocked are seen' grep -q ' apart: 1 1 1; blocked: 2 2 2;' <<<"$out"
check 'two do not make a load of twelve' grep -q 'what made it is not to be seen now' <<<"$out"
echo '6.00 6.00 6.00 9/467 12345' >proc/loadavg
run --proc-root proc
check 'but half of what is above the cores, and tell where to look' grep -q 'mostly BLOCKED tasks' <<<"$out"
echo '6.01 6.00 6.00 9/467 12345' >proc/loadavg
run --proc-root proc
check 'not less than half' grep -q 'not to be seen' <<<"$out"
stat_ 3 0; run --proc-root proc
check 'with more that run than are blocked the CPU is short' grep -q 'tasks wait for a CPU$' <<<"$out"
rm -r proc/7 proc/9; echo '2.10 2.00 2.00 9/467 12345' >proc/loadavg
stat_ 0 1; echo 'sed -i s/procs_blocked.*/procs_blocked\ 0/ proc/stat' | stub sleep
run --proc-root proc
check 'one that is blocked for a moment makes no load' grep -q 'blocked: 1 0 0;.*not to be seen now$' <<<"$(paste -sd ' ' <<<"$out")"
stat_ 9 0; echo 'sed -i s/procs_running.*/procs_running\ 0/ proc/stat' | stub sleep
run --proc-root proc
check 'what runs is looked at three times, too' grep -q 'tasks wait for a CPU$' <<<"$out"
stat_ 6 0
run --proc-root proc
check 'and has to be more than the cores in the middle' grep -q 'apart: 6 0 0;.*not to be seen now$' <<<"$(paste -sd ' ' <<<"$out")"
check 'a second apart' test "$(calls '^sleep 1$' | tail -n 2 | wc -l)" -eq 2
stub sleep </dev/null; mkdir proc/7 proc/9
stat_ 1 14
echo '2.50 6.00 9.00 9/467 12345' >proc/loadavg
run --proc-root proc
check 'a falling load is told' grep -q 'and falling' <<<"$out"
# Rising is by more than three tenths and by more than half a task, and so is falling.
for it in '2.60 2.00 steady' '2.61 2.00 rising' '0.60 0.10 steady' '0.61 0.10 rising' '9.00 8.00 steady' \
  '2.00 2.60 steady' '2.00 2.61 falling' '0.10 0.60 steady' '0.10 0.61 falling' '8.00 9.00 steady'; do
  read -r first last trend <<<"$it"
  echo "$first 1.00 $last 9/467 12345" >proc/loadavg
  run --proc-root proc
  check "from $last to $first it is $trend" grep -Eq "^(OK|HIGH): .*, and $trend(;|$)" <<<"$out"
done
stat_ 1 0; rm -r proc/7 proc/9
echo '2.00 2.00 2.00 9/467 12345' >proc/loadavg
run --proc-root proc
check 'as much load as cores is in order' grep -q '^OK: ' <<<"$out"
echo '2.01 2.00 2.00 9/467 12345' >proc/loadavg
run --proc-root proc
check 'more is not' grep -q '^HIGH: .*what made it' <<<"$out"
stat_ 1 1
run --proc-root proc
check 'one that is blocked counts where no more than one runs' grep -q ' apart: 1 1 1; blocked: 1 1 1;' <<<"$out"
check 'and is told' grep -q '^HIGH: .*mostly BLOCKED tasks' <<<"$out"
printf 'cpu  100 0 100 1000\ncpu0 100 0 100 1000\nprocs_running 1\nprocs_blocked 0\n' >proc/stat
run --proc-root proc
check 'a host with one core is shown' test "$status:$(grep -Ec '^per core +2[.]01 +2[.]00 +2[.]00$' <<<"$out")" = 0:1
echo 'cpu  100 0 100 1000' >proc/stat
run --proc-root proc
check 'no core at all is a failure' test "$status:$(grep -c 'names no core$' <<<"$err")" = 1:1
rm proc/stat
run --proc-root proc
check 'a missing file of the cores is refused' test "$status" -eq 3
stat_ 1 0
run
check 'it works on the real thing' grep -Eq '^(OK|HIGH): ' <<<"$out"
echo 'x y z' >proc/loadavg
run --proc-root proc
check 'what is no load is a failure' test "$status" -eq 1
echo '0.52 0.5 0.59 2/467 12345' >proc/loadavg
run --proc-root proc
check 'so is a load of one decimal' test "$status:$out:$(grep -c "'0.5', which is no load" <<<"$err")" = 1::1
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
run --proc-root '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
