#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run --seconds 1
check 'a machine at rest has no stuck process' grep -Eq '^tasks in state D: [0-9]+, then [0-9]+ after 1 s; stuck: 0$' <<<"$out"
# A program that starts another one waits in state D until that one goes on; here it waits for a pipe that nobody opens.
mkfifo pipe
python3 -c '
import os
os.posix_spawn("/bin/true", ["true"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, "pipe", os.O_RDONLY, 0)])
' &
parent=$!
await grep -q '^State:.D' "/proc/$parent/status"
run --seconds 1
check 'one that stays there is stuck' grep -Eq "^stuck +$parent +$parent  root " <<<"$out"
check 'and counted' grep -q 'stuck: 1$' <<<"$out"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --seconds 1 >.out
check 'to another user the kernel does not tell in what it waits, and that is said' bash -c 'grep -Eq "^stuck +$1 +$1  root +- " .out && grep -q "^note: what the processes of others wait in is shown to root only" .out' _ "$parent"
kill -9 "$parent"; exec 7<>pipe; wait "$parent" 2>/dev/null; exec 7>&-
# One that waits so again and again: each of its children takes a moment to start.
python3 -c '
import os
while True:
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, "pipe", os.O_RDONLY, 0)]), 0)
' &
parent=$!
(while sleep 0.4; do : >pipe; done) &
opener=$!
await grep -q '^State:.D' "/proc/$parent/status"
for _ in {1..10}; do
  run --seconds 1
  ! grep -q "^again +$parent " <<<"$out" || break
done
check 'one that gets on in between is not called stuck' bash -c 'grep -Eq "^again +$2 +$2  root " <<<"$1" && ! grep -Eq "^stuck +$2 " <<<"$1"' _ "$out" "$parent"
kill -9 "$parent" "$opener"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --seconds 1 >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
