#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

cp "$(command -v sleep)" sshd
sleep 300 &
one=$!
sleep 300 &
other=$!
./sshd 300 &
ssh=$!
bash -c 'trap "" TERM; sleep 300; sleep 300' &
stubborn=$!
sleep 0.5
run --pid "$one" --dry-run
check 'a dry run says what it would do, and to what' grep -qx "process $one: sleep 300" <<<"$out"
check 'and does not' kill -0 "$one"
for pid in 1 $$ "$ssh"; do
  run --pid "$pid"
  check 'init, what this runs under and what the way in depends on are refused' bash -c '[ "$1" = 3 ] && kill -0 "$2"' _ "$status" "$pid"
done
run --pid "$one"
check 'it is stopped' bash -c '[ "$1" = 0 ] && ! kill -0 "$2"' _ "$status" "$one"
wait "$one" 2>/dev/null
run --pid "$one"
check 'a second run has nothing to do' grep -qx "no process $one is running" <<<"$out"
run --pid "$stubborn" --wait 1
check 'one that ignores the signal still runs' bash -c '[ "$1" = 1 ] && kill -0 "$2"' _ "$status" "$stubborn"
run --pid "$stubborn" --wait 1 --then sigkill
check 'until it is killed' test "$status" -eq 0
check 'nothing else was stopped' kill -0 "$other"
finish
