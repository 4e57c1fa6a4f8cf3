#!/usr/bin/env bash
. "$HARNESS"

# Only a process that this test starts, under a name no other process has, is ever matched.
name=n$$-$RANDOM
printf '#!/bin/bash\nwhile :; do sleep 0.1; done\n' >"$name"
chmod +x "$name"
"./$name" </dev/null >/dev/null 2>&1 &
pid=$!
trap 'kill -KILL "$pid" 2>/dev/null' EXIT
for _ in {1..100}; do
  [[ $(cat "/proc/$pid/comm") == "$name" ]] && break
  sleep 0.05
done
niceness() { sed 's/.*) //' "/proc/$pid/stat" | cut -d ' ' -f 17; }
was=$(niceness)
# The test may itself run at a raised nice value.
low=$((was + 3)) high=$((was + 5))

run --name "$name" --nice "$low" --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run changes nothing' test "$(niceness)" = "$was"
check 'a dry run names the process' grep -q "would renice: process $pid thread $pid from $was to $low" <<<"$out"

run --name "$name" --nice "$high"
check 'it succeeds' test "$status" -eq 0
check 'the process has the nice value' test "$(niceness)" = "$high"
groups() { [ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2>/dev/null)" = 1 ] && [ -r "/proc/$pid/autogroup" ]; }
check 'that it counts within its session alone is told where the kernel groups by session' \
  test "$(grep -c '^note: the kernel shares the CPU between sessions' <<<"$out")" -eq "$(groups && echo 1 || echo 0)"
check 'the old value is told' grep -q "from $was to $high" <<<"$out"

run --name "$name" --nice "$high"
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' grep -q '^0 changed, 1 nice enough' <<<"$out"
run --name "$name" --nice "$low"
check 'a nicer process is not made less nice' test "$(niceness)" = "$high"

stub renice <<<'echo "renice: not permitted" >&2; exit 1'
run --name "$name" --nice "$((high + 1))"
check 'a change that does not happen is a failure' test "$status" -eq 1
check 'its reason is told' grep -q 'not permitted' <<<"$err"

run --name "none-$name"
check 'a name that no process has is refused' test "$status" -eq 3
run
check 'a name is needed' test "$status" -eq 2
run --name "$name" --nice 20
check 'a value out of range is refused' test "$status" -eq 2
run --name "$name" --nice -5
check 'a raise of the priority is refused' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
