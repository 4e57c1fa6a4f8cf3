#!/usr/bin/env bash
# packages: procps python3
. "$HARNESS"
use systemd
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
bash -c 'sleep 302 & sleep 303; :' &
script=$!
kids() { [ "$(pgrep -c --parent "$script")" -eq 2 ]; }
await kids
run --pid "$script"
check 'what it has started is named, and goes on' test "$status:$(sed -n 's/^note: what it has started may go on without it: //p' <<<"$out")" = "0:$(pgrep -f '^sleep 30[23]$' | sort -n | xargs)"
# shellcheck disable=SC2046
kill $(pgrep -f '^sleep 30[23]$')
run --pid "$one"
check 'it is stopped' bash -c '[ "$1" = 0 ] && ! kill -0 "$2"' _ "$status" "$one"
wait "$one" 2>/dev/null
run --pid "$one"
check 'a second run has nothing to do' grep -qx "no process $one is running" <<<"$out"
run --pid "$stubborn" --timeout 1
check 'one that ignores the signal still runs' bash -c '[ "$1" = 1 ] && kill -0 "$2"' _ "$status" "$stubborn"
run --pid "$stubborn" --timeout 1 --then sigkill
check 'until it is killed' test "$status" -eq 0
check 'nothing else was stopped' kill -0 "$other"

cp "$(command -v sleep)" postgres
./postgres 300 &
backend=$!
await pgrep -x postgres
run --pid "$backend" --then sigkill
check 'a process of PostgreSQL is not killed' bash -c '[ "$1" = 3 ] && kill -0 "$2" && grep -q "ends all sessions" <<<"$3"' _ "$status" "$backend" "$err"
run --pid "$backend"
check 'but ends by SIGTERM' test "$status" -eq 0
unit app.service <<'EOF'
[Service]
ExecStart=/bin/bash -c 'sleep 1000 & wait; sleep 1000'
EOF
systemctl start app
main=$(systemctl show --property=MainPID --value app)
await pgrep --parent "$main"
worker=$(pgrep --parent "$main")
run --pid "$main"
check 'the main process of a service is refused' bash -c '[ "$1" = 3 ] && kill -0 "$2" && grep -q "main process of app.service" <<<"$3"' _ "$status" "$main" "$err"
run --pid "$worker"
check 'another process of it is stopped, and the service named' test "$status:$(grep -c 'belongs to app.service' <<<"$out")" = 0:1
cp "$(command -v python3)" NetworkManager
./NetworkManager -c 'import threading, time
threading.Thread(target=time.sleep, args=(300,), daemon=True).start()
time.sleep(300)' &
many=$!
threads() { [ "$(ls "/proc/$many/task" | wc -l)" -eq 2 ]; }
await threads
run --pid "$(ls "/proc/$many/task" | grep -vx "$many")"
check 'a thread is no process, whatever its name' bash -c '[ "$1" = 3 ] && kill -0 "$2"' _ "$status" "$many"
# What /proc says of a process can be replaced here: a kernel thread, and one that no signal ends.
as() { # PID SED-EXPRESSION: its state in /proc from now on, changed
  sed -E "$2" "/proc/$1/stat" >".stat-$1" && mount --bind ".stat-$1" "/proc/$1/stat"
}
sleep 300 &
kernel=$!
as "$kernel" 's/^([0-9]+ [(]sleep[)] .( [0-9-]+){5}) [0-9]+/\1 2129984/'
run --pid "$kernel"
check 'a kernel thread is refused' bash -c '[ "$1" = 3 ] && kill -0 "$2" && grep -q "kernel thread" <<<"$3"' _ "$status" "$kernel" "$err"
bash -c 'sleep 300 & echo $! >kid; exec sleep 301' &
await test -s kid
as "$(cat kid)" 's/^([0-9]+ [(]sleep[)]) ./\1 D/'
run --pid "$(cat kid)" --timeout 0 --then sigkill
check 'one that no signal ends is told' bash -c '[ "$1" = 1 ] && grep -q "survived SIGKILL (state D" <<<"$2"' _ "$status" "$err"
sleep 300 &
unread=$!
mount --bind /dev/null "/proc/$unread/status"
run --pid "$unread"
check 'one of which /proc says too little is refused' bash -c '[ "$1" = 3 ] && kill -0 "$2" && grep -q "cannot be looked at" <<<"$3"' _ "$status" "$unread" "$err"
unit twice.service <<'EOF'
[Service]
ExecStart=/bin/bash -c 'sleep 1000 & wait; sleep 1000'
EOF
systemctl start twice
main=$(systemctl show --property=MainPID --value twice)
await pgrep --parent "$main"
worker=$(pgrep --parent "$main")
printf '1:name=systemd:/system.slice/twice.service\n0::/system.slice/twice.service\n' >.cgroup
mount --bind .cgroup "/proc/$main/cgroup"
run --pid "$main"
check 'a service that is told by both hierarchies is one' grep -q "main process of twice.service;" <<<"$err"
mount --bind /bin/false "$(readlink -f "$(command -v systemctl)")"
run --pid "$main"
check 'where systemd does not answer, what process 1 started is the main process' bash -c '[ "$1" = 3 ] && kill -0 "$2" && grep -q "main process of twice.service;" <<<"$3"' _ "$status" "$main" "$err"
run --pid "$worker"
check 'and what that started is not' test "$status:$(grep -c 'belongs to twice.service' <<<"$out")" = 0:1
umount "$(readlink -f "$(command -v systemctl)")"
unshare --mount bash -c 'mount -t tmpfs none /proc && bash "$1" --pid 77' _ "$SCRIPT" 2>.err; status=$?
check 'without /proc it is refused' bash -c '[ "$1" = 3 ] && grep -q "is not mounted" .err' _ "$status"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --pid "$other" --dry-run >.out 2>.err; status=$?
check 'what one may not stop is refused' bash -c '[ "$1" = 3 ] && grep -q "not permitted to stop" .err' _ "$status"
mount -o remount,hidepid=2 /proc
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --pid "$other" >.out 2>.err; status=$?
check 'what /proc hides is not taken for gone' bash -c '[ "$1" = 3 ] && grep -q "cannot be looked at" .err' _ "$status"
finish
