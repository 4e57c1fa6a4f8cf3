#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant b6174bdc: what cannot be read has no state, and the next line but one fails for that
# equivalent mutant db8018fa: a kernel has both of these files or neither, and of a process that is gone none is read
# equivalent mutant 0035e2a6: no more than the first two words are looked at
# equivalent mutant 8ac74cf5: a number is above 0 whatever it is read in

# Only a process that this test starts, under a name no other process has, is ever matched.
name=n$$-$RANDOM
mkfifo quiet # it waits without children, which would bear its name for a moment
printf '#!/bin/bash\nexec 3<>quiet\nread -r -u 3\n' >"$name"
chmod +x "$name"
"./$name" </dev/null >/dev/null 2>&1 &
pid=$!
# Two more with names of 16 characters, of which the kernel keeps 15: a script, and a program of its own.
same=$name-xxxxxxxxxxxxxx same=${same:0:15}
cp "$name" "${same}a"
cp "$(command -v bash)" "${same}b"
"./${same}a" </dev/null >/dev/null 2>&1 &
script=$!
"./${same}b" -c 'exec 3<>quiet; read -r -u 3' </dev/null >/dev/null 2>&1 &
program=$!
# And one that has ended, and whose parent does not look after it.
mkfifo go
printf '#!/bin/bash\nread -r _ <go\n' >"z$name"
chmod +x "z$name"
bash -c '"./$1" </dev/null & echo $! >ended; exec sleep 300' _ "z$name" </dev/null >/dev/null 2>&1 &
careless=$!
trap 'kill -KILL "$pid" "$script" "$program" "$careless" 2>/dev/null' EXIT
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
check 'it is counted' test "$(tail -n 1 <<<"$out")" = '1 changed, 0 nice enough already, 0 failed'
check 'that later ones are not changed is told' grep -qx "not changed: what is called $name and starts later" <<<"$out"
check 'the process has the nice value' test "$(niceness)" = "$high"
grouped() { grep -q '^note: the kernel shares the CPU between control groups' <<<"$out"; } # what real.sh looks at
groups() { ! grouped && [ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2>/dev/null)" = 1 ] && [ -r "/proc/$pid/autogroup" ]; }
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
check 'and counted' test "$(tail -n 1 <<<"$out")" = '0 changed, 0 nice enough already, 1 failed'
rm .stubs/renice
run --name "$name" --nice 019 --dry-run
check 'the most is taken, with a nought before it too' grep -q "would renice: process $pid thread $pid from $high to 19$" <<<"$out"

careless() { [[ $(cat "/proc/$careless/comm") == sleep ]]; }
await careless
echo >go
started() { [[ $(cat "/proc/$script/comm") == "$same" && $(cat "/proc/$program/comm") == "$same" ]] && grep -q '^State:.*Z' "/proc/$(<ended)/status"; }
await started
named() { grep '^would renice' <<<"$out" | cut -d ' ' -f 4 | sort -u | paste -sd ' '; }
run --name "${same}a" --nice "$low" --dry-run
check 'a long name is that of one script alone' test "$(named)" = "$script"
run --name "${same}b" --nice "$low" --dry-run
check 'or that of one program' test "$(named)" = "$program"
run --name "$same" --nice "$low" --dry-run
check 'a name of 15 characters is what the kernel says' test "$(grep -c '^would renice' <<<"$out")" -eq 2
run --name "z$name"
check 'what has ended already is none' test "$status" -eq 3

# The init process, and what may be the first one that a container starts.
like() { bash "$SCRIPT" --name "$(<"/proc/$1/comm")" --nice 19 --dry-run 2>&1 | grep -c "^would renice: process $1 "; }
check 'the init process is left alone' test "$(like 1)" -eq 0
[ $$ -ne 2 ] || check 'the process after it is one like any other' test "$(like 2)" -eq 1

run --name "none-$name"
check 'a name that no process has is refused' test "$status" -eq 3
run
check 'a name is needed' test "$status" -eq 2
run --name "$name" --nice 20
check 'a value out of range is refused' test "$status" -eq 2
run --name "$name" --nice 0
check 'so is one that changes nothing' test "$status" -eq 2
run --name "$name" --nice -5
check 'a raise of the priority is refused' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name "$name" >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'renice is not installed' none.err)" = 3:1
check 'no text of it goes over a disk, as before Bash 5.1' test "$(grep -c '<<<' "$SCRIPT")" -eq 0
finish
