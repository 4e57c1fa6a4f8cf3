#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd
ran_on procps "$(ps --version | sed 's/.* //')"

cp "$(command -v sleep)" worker
cp "$(command -v sleep)" a-program-with-a-long-name
cp "$(command -v sleep)" sshd
named() { pgrep -c -x "$1"; }
./worker 300 &
./worker 301 &
./workers 300 2>/dev/null &
./sshd 300 &
bash -c 'trap "" TERM; exec ./a-program-with-a-long-name 300' &
await bash -c '[ "$(pgrep -c -x worker)" = 2 ] && pgrep -x a-program-with- && pgrep -x sshd'
run --name worker --dry-run
check 'a dry run names each with its command line' test "$(grep -c '^would stop: [0-9]*  ./worker 30[01]$' <<<"$out")" -eq 2
check 'and stops none' test "$(named worker)" -eq 2
run --name worker --max 1
check 'more than wanted are refused' bash -c '[ "$1" = 3 ] && [ "$(pgrep -c -x worker)" = 2 ]' _ "$status"
printf '#!/usr/bin/env bash\nwhile :; do sleep 1; done\n' >dev-server; chmod +x dev-server
./dev-server &
server=$!
await test "$(cat /proc/$server/comm)" = bash
run --name dev-server
check 'what an interpreter runs by that name is named, and stays' test "$status:$(grep -c "as $server: stop" <<<"$err")" = 3:1 -a -r "/proc/$server/stat"
kill "$server"; wait "$server" 2>/dev/null
run --name worke
check 'a part of the name is another name' grep -qx 'no process is named worke' <<<"$out"
run --name sshd
check 'what the way in depends on is refused' bash -c '[ "$1" = 3 ] && pgrep -x sshd' _ "$status"
run --name bash
check 'and what this runs under' test "$status" -eq 3
run --name worker
check 'it succeeds' test "$status" -eq 0
check 'they are gone' test "$(named worker)" -eq 0
run --name worker
check 'a second run has nothing to do' grep -qx 'no process is named worker' <<<"$out"
run --name a-program-with-a-long-name --timeout 1
check 'one that ignores the signal is a failure' bash -c '[ "$1" = 1 ] && pgrep -x a-program-with-' _ "$status"
run --name a-program-with-a-long-nam --timeout 1 --force yes
check 'a long name is compared whole' pgrep -x a-program-with-
run --name a-program-with-a-long-name --timeout 1 --force yes
check 'by force it goes' bash -c '[ "$1" = 0 ] && ! pgrep -x a-program-with-' _ "$status"
(while :; do ./worker 300; done) 2>/dev/null &
loop=$!
await pgrep -x worker
run --name worker --timeout 2
check 'one that is started anew is a failure' test "$status" -eq 1
kill "$loop"
unit slow.service <<'EOF'
[Service]
ExecStart=/bin/bash -c 'exec -a later /usr/local/bin/later 1000'
Restart=always
RestartSec=30
EOF
cp "$(command -v sleep)" /usr/local/bin/later
systemctl start slow
await pgrep -x later
run --name later
check 'a service that starts it again later is named' test "$status:$(grep -c '^process [0-9]* belongs to slow.service, which may start it again$' <<<"$out")" = 0:1
systemctl stop slow
bash -c 'exec -a node sleep 300' &
renamed=$!
named_node() { grep -qz '^node$' "/proc/$renamed/cmdline"; }
await named_node
run --name node
check 'what was started by the name and has another one is told, and stays' test "$status:$(grep -c "has another name now, as $renamed: stop" <<<"$err")" = 3:1 -a -r "/proc/$renamed/stat"
kill "$renamed"
bash -c 'exec -a "puma 5.6.4 (tcp://0.0.0.0:3000) [app]" sleep 300' &
titled=$!
named_puma() { grep -qz '^puma ' "/proc/$titled/cmdline"; }
await named_puma
run --name puma
check 'so is what has given itself a title that begins so' test "$status:$(grep -c "has another name now, as $titled: stop" <<<"$err")" = 3:1 -a -r "/proc/$titled/stat"
kill "$titled"
# What /proc says of a process can be replaced here: one in a container.
./worker 300 &
contained=$!
await grep -qx worker "/proc/$contained/comm"
printf '0::/system.slice/docker-0a1b2c3d.scope\n' >.cgroup && mount --bind .cgroup "/proc/$contained/cgroup"
run --name worker --dry-run
check 'the container that it runs in is named' grep -qx "process $contained belongs to docker-0a1b2c3d.scope, which may start it again" <<<"$out"
printf '0::/user.slice/user-0.slice/session-3.scope\n' >.cgroup
run --name worker --dry-run
check 'a session is none' test "$status:$(grep -c 'belongs to' <<<"$out")" = 0:0
umount "/proc/$contained/cgroup"; kill "$contained"; wait "$contained" 2>/dev/null
# What /proc says of a process can be replaced here: a kernel thread.
cp "$(command -v sleep)" kworker
./kworker 300 &
kernel=$!
await pgrep -x kworker
sed -E 's/^([0-9]+ [(]kworker[)] .( [0-9-]+){5}) [0-9]+/\1 2129984/' "/proc/$kernel/stat" >.stat && mount --bind .stat "/proc/$kernel/stat"
run --name kworker
check 'a kernel thread is never meant' bash -c 'grep -qx "no process is named kworker" <<<"$1" && kill -0 "$2"' _ "$out" "$kernel"
sleep 300 &
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --name sleep >.out 2>.err; status=$?
check 'what one may not stop is refused' bash -c '[ "$1" = 3 ] && grep -q "not permitted to stop" .err' _ "$status"
unshare --mount bash -c 'mount -t tmpfs none /proc && bash "$1" --name sleep' _ "$SCRIPT" 2>.err; status=$?
check 'without /proc it is refused' bash -c '[ "$1" = 3 ] && grep -q "is not mounted" .err' _ "$status"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --name sleep >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
