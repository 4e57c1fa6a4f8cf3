#!/usr/bin/env bash
. "$HARNESS"
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
unit dies.service <<'X'
[Service]
ExecStart=/bin/sh -c 'sleep 1; echo out of luck >&2; exit 3'
X
unit broken.service <<'X'
[Service]
ExecStart=/no/such/program
X
run --service web --dry-run
check 'a dry run starts nothing' test "$(state web)" = inactive
run --service web --watch 1
check 'it succeeds' test "$status" -eq 0
check 'it runs' systemctl is-active web
check 'that it is not enabled is told' grep -q '^note: web.service is not enabled' <<<"$out"
run --service web --watch 1
check 'a second run has nothing to do' grep -q '^runs already: web.service' <<<"$out"
run --service dies --watch 3
check 'one that ends at once is a failure' test "$status" -eq 1
check 'and its last words are shown' grep -q 'out of luck' <<<"$err"
run --service broken --watch 1
check 'one without a program is a failure' test "$status" -eq 1
systemctl stop web && mkdir -p /run/systemd/system && ln -sf /dev/null /run/systemd/system/hidden.service && systemctl daemon-reload
run --service hidden
check 'a masked one is refused' test "$status" -eq 3
unit farm.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
unit farm@.service <<'X'
[Unit]
PartOf=farm.service
After=farm.service
[Service]
ExecStart=/bin/sh -c '[ %i = good ] && exec sleep 1000'
X
mkdir -p /etc/systemd/system/farm.service.wants
for each in good bad; do ln -s /etc/systemd/system/farm@.service "/etc/systemd/system/farm.service.wants/farm@$each.service"; done
systemctl daemon-reload
run --service farm --watch 1
check 'an umbrella whose units do not all start is a failure' bash -c '[ "$1" = 1 ] && grep -q "farm@bad.service (failed)" <<<"$2" && ! grep -q good <<<"$2"' _ "$status" "$err"
run --service farm
check 'also when it is active already' bash -c '[ "$1" = 1 ] && grep -q "farm@bad.service (failed)" <<<"$2"' _ "$status" "$err"
unit shell.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
run --service shell --watch 1
check 'an umbrella to which nothing belongs is a failure' bash -c '[ "$1" = 1 ] && grep -q "shell…@NAME (it runs nothing itself" <<<"$2"' _ "$status" "$err"
run --service shell
check 'also when it is active already' test "$status" -eq 1
unit old.service <<'X'
[Service]
Type=forking
RemainAfterExit=yes
GuessMainPID=no
ExecStart=/bin/sh -c 'setsid sleep 777 >/dev/null 2>&1 &'
X
run --service old --watch 1
check 'a service as of init.d is started' test "$status" -eq 0
pkill -f 'sleep 777'
exited() { [[ $(systemctl show --property=SubState --value old) == exited ]]; }
await exited
run --service old --watch 1
check 'without a process it does not run, though systemd calls it active' bash -c '[ "$1" = 1 ] && grep -q "no process of it is left" <<<"$2" && systemctl is-active --quiet old' _ "$status" "$err"
unit unmet.service <<'X'
[Unit]
ConditionPathExists=/no/such
[Service]
Type=oneshot
ExecStart=/bin/true
X
run --service unmet --watch 1
check 'one whose condition is not met is a failure' bash -c '[ "$1" = 1 ] && grep -q "skipped the start" <<<"$2"' _ "$status" "$err"
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
