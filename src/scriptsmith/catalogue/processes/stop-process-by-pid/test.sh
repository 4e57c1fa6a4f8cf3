#!/usr/bin/env bash
. "$HARNESS"

printf '#!/bin/bash\nexec sleep 300\n' >polite
printf '#!/bin/bash\ntrap "" TERM\n: >ready\nwhile :; do read -r -t 60 <>pipe; done\n' >deaf
mkfifo pipe
started=()
trap 'kill -KILL "${started[@]}" 2>/dev/null' EXIT
launch() { bash "./$1" </dev/null >/dev/null 2>&1 & started+=("$!"); one=$!; }
alive() { [[ -r /proc/$1/stat ]] && ! grep -q '^State:.*Z' "/proc/$1/status"; }
gone() { ! alive "$1"; }
gone_number=4194303

launch polite
run --pid "$one" --dry-run
check 'a dry run says what it would do' grep -q "^would send SIGTERM to $one and wait 10 s$" <<<"$out"
check 'a dry run stops nothing' alive "$one"
run --pid "$one"
check 'it succeeds' test "$status" -eq 0
check 'the process is gone' gone "$one"
check 'it says how' grep -qx "stopped: $one ended after SIGTERM" <<<"$out"
run --pid "$gone_number"
check 'with nothing to stop it succeeds' test "$status" -eq 0
check 'and says so' grep -qx "no process $gone_number is running" <<<"$out"

bash -c 'sleep 300 & echo "$!" >child; read -r -u 9' 9<>pipe >/dev/null 2>&1 & started+=("$!"); one=$!
await test -s child
started+=("$(cat child)")
run --pid "$one"
if [[ -e /proc/$$/task/$$/children ]]; then
  check 'what it has started is named' grep -qx "note: what it has started may go on without it: $(cat child)" <<<"$out"
fi
check 'and goes on' alive "$(cat child)"
launch deaf
while [[ ! -e ready ]]; do /bin/sleep 0.02; done
run --pid "$one" --timeout 0
check 'one that ignores SIGTERM is a failure' test "$status" -eq 1
check 'and still runs' alive "$one"
run --pid "$one" --timeout 0 --then sigkill
check 'by SIGKILL it is stopped' test "$status" -eq 0
check 'and gone' gone "$one"

for name in dockerd kubelet openvpn keepalived crond ovs-vswitchd; do
  cp "$(command -v sleep)" "$name"
  "./$name" 300 & started+=("$!"); one=$!
  await grep -qx "$name" "/proc/$one/comm"
  run --pid "$one"
  check "a program on which the host depends is refused: $name" bash -c '[ "$1" = 3 ] && [ -r "/proc/$2/stat" ]' _ "$status" "$one"
done
for name in postgres postmaster; do
  cp "$(command -v sleep)" "$name"
  "./$name" 300 & started+=("$!"); one=$!
  await grep -qx "$name" "/proc/$one/comm"
  run --pid "$one" --then sigkill
  check "a process of $name is not killed" bash -c '[ "$1" = 3 ] && [ -r "/proc/$2/stat" ] && grep -q "as pg_terminate_backend does" <<<"$3"' _ "$status" "$one" "$err"
  run --pid "$one"
  check "but asked to end: $name" test "$status" -eq 0
done
if command -v python3 >/dev/null; then
  python3 -c 'import threading, time
threading.Thread(target=time.sleep, args=(300,), daemon=True).start()
time.sleep(300)' & started+=("$!"); one=$!
  threads() { [ "$(ls "/proc/$one/task" | wc -l)" -eq 2 ]; }
  await threads
  run --pid "$(ls "/proc/$one/task" | grep -vx "$one")"
  check 'a thread is no process' bash -c '[ "$1" = 3 ] && grep -q "is a thread of process $2" <<<"$3"' _ "$status" "$one" "$err"
  check 'and its process runs on' alive "$one"
fi
bash -c 'exec -a "two words" sleep 300' & started+=("$!"); one=$!
named() { grep -q '^two words' "/proc/$one/cmdline"; }
await named
run --pid "$one" --dry-run
check 'the command line is told so that it can be used' grep -qx "process $one: two\\\\ words 300" <<<"$out"

# cat has one word only, and another name than its first word
(exec -a alone cat <pipe) & started+=("$!"); one=$!
exec 8>pipe
named() { grep -q '^alone' "/proc/$one/cmdline"; }
await named
run --pid "$one" --dry-run
check 'a command line of one word is told, too' grep -qx "process $one: alone" <<<"$out"

# One that grows stays the same process: its start tells, and nothing else of it does.
printf '#!/bin/bash\ntrap "" TERM\n: >growing\nwhile :; do x+=$(printf %%050000d 0); read -r -t 0.05 <>other; done\n' >grows
mkfifo other
launch grows
await test -e growing
run --pid "$one" --timeout 1
check 'one that grows and ignores SIGTERM still runs' bash -c '[ "$1" = 1 ] && grep -q "still runs 1 s after SIGTERM" <<<"$2"' _ "$status" "$err"
kill -KILL "$one"

mkfifo go # it ends when its parent is a program that never waits for it
bash -c 'cat go & echo $! >kid; exec sleep 300' & started+=("$!")
became() { [[ $(</proc/$!/comm) == sleep ]]; }
await became
: >go
ended() { grep -q '^State:.*Z' "/proc/$(cat kid)/status"; }
await ended
run --pid "$(cat kid)"
check 'a zombie is refused, and told to be one' bash -c '[ "$1" = 3 ] && grep -q "is a zombie" <<<"$2"' _ "$status" "$err"

launch polite
for seconds in 600 010; do
  run --pid "$one" --timeout "$seconds" --dry-run
  check "a wait may be $seconds" grep -q "wait $((10#$seconds)) s$" <<<"$out"
done
run --pid "$one" --timeout 601
check 'and no longer' bash -c '[ "$1" = 2 ] && [ -r "/proc/$2/stat" ]' _ "$status" "$one"

run --pid 1
check 'init is refused' bash -c '[ "$1" = 3 ] && grep -q "process 1 is init" <<<"$2"' _ "$status" "$err"
run --pid $$
check 'the shell above it is refused' bash -c '[ "$1" = 3 ] && grep -q "runs under" <<<"$2"' _ "$status" "$err"
run
check 'a process must be named' test "$status" -eq 2
run --pid -1
check 'all processes are no process' test "$status" -eq 2
run --pid 0
check 'a process group is no process' test "$status" -eq 2
run --pid 77 --then '$(touch pwned)'
check 'a bad choice is refused' test "$status" -eq 2
run --pid '77; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
# equivalent mutant 8ac74cf5: no number is below 0, in whatever base it is read
# equivalent mutant e5bdf60c: what cannot be read has no state, and the next line fails for that
# equivalent mutant 8b0fef3b: process 1 is refused before
check 'no text of it goes over a disk, as before Bash 5.1' test "$(grep -c '<<<' "$SCRIPT")" -eq 0
finish
