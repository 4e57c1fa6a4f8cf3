#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd

state() { systemctl is-active "$1"; }
unit web.service <<"X"
[Unit]
Description=A web server
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=multi-user.target
X
limit() { systemctl show --property=MemoryMax --value "$1"; }
systemctl start web
run --service web --memory 64 --dry-run
check 'a dry run changes nothing' test "$(limit web)" = infinity
run --service web --memory 64
check 'it succeeds' test "$status" -eq 0
check 'systemd holds it' test "$(limit web)" = 67108864
kernel() { cat /sys/fs/cgroup/memory/system.slice/web.service/memory.limit_in_bytes /sys/fs/cgroup/system.slice/web.service/memory.max; }
check 'and so does the kernel' grep -qx 67108864 < <(kernel 2>/dev/null)
check 'the former is told' grep -q '(before: no limit)' <<<"$out"
systemctl daemon-reload && systemctl restart web
check 'it outlives a restart' test "$(limit web)" = 67108864
run --service web --memory 64
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
group=/sys/fs/cgroup/memory/system.slice/web.service/memory.limit_in_bytes
[[ -e $group ]] || group=/sys/fs/cgroup/system.slice/web.service/memory.max
echo 134217728 >"$group"
run --service web --memory 64
check 'where the kernel holds another one it is set anew' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(cat "$group")" = 0:0:67108864
unit eats.service <<'X'
[Service]
ExecStart=/bin/sh -c 'x=$(head -c 40000000 /dev/zero | tr "\\0" x); sleep 1000'
X
systemctl start eats
full() { [[ $(systemctl show --property=MemoryCurrent --value eats) -gt 40000000 ]]; }
await full
run --service eats --memory 20
check 'less than it uses is refused' test "$status" -eq 3 -a "$(limit eats)" = infinity
run --service eats --memory 20 --force yes
check 'when that is forced, and the kernel kills it or does not take it, that is told' test "$status" -eq 1
check 'and so it is' test "$(state eats)" = failed -o "$(cat /sys/fs/cgroup/memory/system.slice/eats.service/memory.limit_in_bytes)" != 20971520
unit umbrella.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
systemctl start umbrella
run --service umbrella --memory 64
check 'a unit that only stands for others, with no process of its own, is refused' test "$status:$(limit umbrella)" = 3:infinity
run --service web --memory 4
check 'what lets nothing start is refused' test "$status" -eq 2
unit edited.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
mkdir /etc/systemd/system/edited.service.d
printf '[Service]\nMemoryMax=128M\n' | unit edited.service.d/override.conf
systemctl start edited
run --service edited --memory 64
check 'where systemctl edit has set it, it is refused' test "$status:$(grep -c 'edited.service.d/override.conf sets it too' <<<"$err"):$(limit edited)" = 3:1:134217728
systemctl set-property edited MemoryMax=67108864 && systemctl daemon-reload
check 'since systemd would go back to it' test "$(limit edited)" = 134217728
finish
