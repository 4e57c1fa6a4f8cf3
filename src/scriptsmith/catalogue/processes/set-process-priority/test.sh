#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 8ac74cf5: no number is below 0, in whatever base it is read

exec 9>/dev/null
two=''
bash -c 'exec sleep 300' 9>&- </dev/null >/dev/null 2>&1 &
one=$!
trap 'kill -KILL "$one" "$two" 2>/dev/null' EXIT
niceness() { ps -o ni= -p "$one" | tr -d ' '; }
before=$(niceness)
run --pid "$one" --nice 19 --dry-run
check 'a dry run says what it would do' grep -q "^would set: nice value 19 for 1 threads of process $one$" <<<"$out"
check 'a dry run changes nothing' test "$(niceness)" = "$before"
run --pid "$one" --nice 19
check 'it succeeds' test "$status" -eq 0
check 'the value is set' test "$(niceness)" = 19
check 'the former value is told' grep -qx "set: process $one has nice value 19 now (before: $before)" <<<"$out"
groups() { ! grep -qE ':(|.*,)cpu(|,.*):/.' "/proc/$one/cgroup" && [ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2>/dev/null)" = 1 ] && [ -r "/proc/$one/autogroup" ]; }
check 'that it counts within its session alone is told where the kernel groups by session' \
  test "$(grep -c '^note: the kernel shares the CPU between sessions' <<<"$out")" -eq "$(groups && echo 1 || echo 0)"
run --pid "$one" --nice 19
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
check 'and succeeds' test "$status" -eq 0
bash -c 'exec sleep 300' 9>&- </dev/null >/dev/null 2>&1 &
two=$!
mkdir -p "proc/$two/task/$two" "proc/$two/task/9" sys/fs/cgroup/{docker/abc,cpu/x.slice/y} proc/sys/kernel
echo 1 >proc/sys/kernel/sched_autogroup_enabled; echo '/autogroup-7 nice 0' >"proc/$two/autogroup"
roots=(--proc-root proc --sys-root sys) nice=9
for each in '0::/docker/abc/deep:docker/abc/cpu.weight:/docker/abc' '4:cpu,cpuacct:/x.slice/y:cpu/x.slice/y/cpu.shares:/x.slice/y' '0::/docker/abc:other:' '0::/:other:'; do
  where=${each##*:} rest=${each%:*}
  echo "${rest%:*}" >"proc/$two/cgroup"
  find sys -type f -delete; touch "sys/fs/cgroup/${rest##*:}"
  nice=$((nice + 1))
  run --pid "$two" --nice $nice "${roots[@]}"
  check "the group that the value counts within: ${where:-none}" test "$status:$(sed -n 's/^note: .* the value counts within \(.*\) alone, .*/\1/p' <<<"$out")" = "0:$where"
  check 'in no group the session counts' test "$(grep -c 'between sessions first' <<<"$out")" -eq "$([ -n "$where" ] && echo 0 || echo 1)"
done
printf '31 32 ' >"proc/$two/task/$two/children"; printf '33 ' >"proc/$two/task/9/children"
run --pid "$two" --nice $nice "${roots[@]}"
check 'processes that it has started are named, also when nothing is to change' bash -c 'grep -qE "^note: processes that it has started keep their own value: (31 32 33|33 31 32)$" <<<"$1" && grep -q "^nothing to change" <<<"$1"' _ "$out"
run --pid 4194303
check 'a process that is not there is refused' test "$status:$(grep -c 'no process 4194303 is running' <<<"$err")" = 3:1
run --pid 1
check 'init is refused' test "$status" -eq 3

stub renice <<<'exit 0'
run --pid "$one" --nice 018
check 'a change that does not take is a failure' test "$status" -eq 1
check 'the thread is named' grep -q "not changed: thread $one still has nice value 19" <<<"$err"
stub ps <<<'printf "%s\n" "  700   0 db" "  701   5 db" "  702   - db"'
run --pid 700 --nice 5
check 'only threads that differ are changed' calls '^renice --priority 5 -p 700$'
check 'one in real time is passed over quietly' test "$(grep -vc '^not changed: thread 700 \|^set-process-priority: not every' <<<"$err")" -eq 0
stub ps <<<'[ ! -e gone ] || exit 1; touch gone; echo "  700   0 db"'
run --pid 700 --nice 5
check 'a process that ends meanwhile is a failure' test "$status:$(grep -c 'process 700 ended meanwhile' <<<"$err")" = 1:1
stub ps <<<'echo "  700   - rt"'
run --pid 700
check 'a realtime process is refused' test "$status" -eq 3

run --pid 700 --nice -5
check 'a negative value is refused' test "$status" -eq 2
run --nice 5
check 'a process must be named' test "$status" -eq 2
run --pid 700 --nice 20
check 'a value beyond 19 is refused' test "$status" -eq 2
run --pid '700; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
