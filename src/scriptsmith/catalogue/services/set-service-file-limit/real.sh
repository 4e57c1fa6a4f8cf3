#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit web.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
unit many.service <<'X'
[Service]
ExecStart=/bin/bash -c 'for fd in {10..150}; do eval "exec $fd</dev/null"; done; while true; do sleep 1000; done'
X
unit umbrella.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/true
RemainAfterExit=on
X
printf '[Install]\nAlias=nickname.service\n' >>/etc/systemd/system/web.service
systemctl enable web 2>/dev/null
systemctl start web many umbrella
run --service umbrella --files 5000
check 'a unit without a process is refused' test "$status:$(ls /etc/systemd/system/umbrella.service.d 2>/dev/null)" = 3:
process() { systemctl show --property=MainPID --value "$1"; }
kernel() { sed -n 's/^Max open files *\([0-9]*\) *\([0-9]*\).*/\1 \2/p' "/proc/$(process "$1")/limits"; }
before=$(kernel web) most=${before#* }
run --service web --files 5000 --dry-run
check 'a dry run changes nothing' test "$(kernel web)" = "$before"
run --service web --files 5000
check 'it succeeds' test "$status" -eq 0
check 'the process has it at once' test "$(kernel web)" = "5000 $most"
systemctl restart web
check 'and after a restart' test "$(kernel web)" = "5000 $most"
run --service web --files 5000
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --service nickname --files 5001
check 'an alias stands for the unit itself' test "$status" -eq 0 -a ! -e /etc/systemd/system/nickname.service.d
check 'which has it' test "$(kernel web):$(systemctl show --property=LimitNOFILESoft --value web)" = "5001 $most:5001"
run --service many --files 100
check 'less than is open is refused' test "$status:$(grep -c 'files open now' <<<"$err")" = 3:1
run --service web --files $(($(cat /proc/sys/fs/nr_open) + 1))
check 'more than the kernel allows is refused' test "$status" -eq 3
printf '[Service]\nLimitNOFILE=777\n' >/etc/systemd/system/web.service.d/60-other.conf
run --service web --files 6000
check 'a drop-in that sorts later is told' test "$status:$(grep -c 60-other.conf <<<"$err")" = 1:1
unit forks.service <<'X'
[Service]
Type=forking
GuessMainPID=no
ExecStart=/bin/bash -c 'sleep 1234 & sleep 1234 &'
X
systemctl start forks
run --service forks --files 5000
check 'of a service whose main process is not known it is told that a restart is due' test "$status:$(grep -c 'with a restart only' <<<"$err")" = 0:1
systemctl restart forks
first=$(pgrep -o -x -f "sleep 1234")
check 'after which it holds' grep -q '^Max open files  *5000 ' "/proc/$first/limits"
run --service absent --files 5000
check 'one that is not there is refused' test "$status" -eq 3
finish
