#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

env -i ALPHA=secret-one EMPTY= 'BETA=two
lines=secret' PATH="$PATH" sleep 300 &
pid=$!
await grep -q sleep "/proc/$pid/comm"
run --pid "$pid" --dry-run
check 'a dry run reads nothing' bash -c '! grep -q ALPHA <<<"$1"' _ "$out"
run --pid "$pid"
check 'the names, sorted' test "$(sed '$d' <<<"$out" | xargs)" = 'ALPHA BETA EMPTY (empty) PATH'
check 'how many' grep -qx "4 variables in process $pid at its start; what it has set itself since (from a .env file) is not seen" <<<"$out"
check 'no value' bash -c '! grep -q -e secret -e lines <<<"$1"' _ "$out$err"
(exec -a gone sleep 0 & exec sleep 20) &
zombie() { child=$(pgrep --parent $!) && grep -q '^State:.Z' "/proc/$child/status"; }
await zombie
run --pid "$child"
check 'one that has ended cannot be read (Linux 6.18), or shows none, which is told' bash -c '[ "$1" = 1 ] || grep -q "^note: a kernel thread, and a process that has ended" <<<"$2"' _ "$status" "$out"
setpriv --reuid nobody --clear-groups bash "$SCRIPT" --pid "$pid" 2>.err
check 'an ordinary user may not' grep -q 'may not read' .err
mount -o remount,hidepid=2 /proc
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --pid "$pid" 2>.err
check 'where it is hidden from that user it is not said that it does not run' grep -q 'hides the processes of other users' .err
mount -o remount,hidepid=0 /proc
kill "$pid"
use postgresql
checkpointer() { worker=$(pgrep --full '^postgres: .*checkpointer'); }
await checkpointer
run --pid "$worker"
check 'of a process that has overwritten its environment it is not said that it has none' grep -q '^note: .* the program has written' <<<"$out"
finish
