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
unit loops.service <<'X'
[Service]
ExecStart=/bin/sh -c 'sleep 0.5; exit 1'
Restart=always
RestartSec=100ms
StartLimitIntervalSec=0
X
pid() { systemctl show --property=MainPID --value "$1"; }
systemctl start web
before=$(pid web)
run --service web --dry-run
check 'a dry run restarts nothing' test "$(pid web)" = "$before"
run --service web --watch 1
check 'it succeeds' test "$status" -eq 0
check 'it runs as another process' test "$(pid web)" != "$before" -a "$(state web)" = active
check 'both are told' grep -q "(main process $(pid web), before $before), watched for 1 s$" <<<"$out"
run --service loops --watch 3
check 'one that crashes and comes back is a failure' test "$status" -eq 1
systemctl stop web
run --service web --watch 1
check 'one that was down is started' test "$status" -eq 0 -a "$(state web)" = active
unit whole.service <<'X'
[Unit]
Wants=part.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
unit part.service <<'X'
[Unit]
PartOf=whole.service
Before=whole.service
[Service]
Type=forking
ExecStart=/bin/sh -c 'test ! -e /run/broken && { sleep 1000 & }'
X
systemctl start whole
before=$(pid part)
run --service whole --watch 1
check 'a service whose part comes back is restarted' test "$status" -eq 0 -a "$(pid part)" != "$before"
touch /run/broken
run --service whole --watch 1
check 'one whose part does not is a failure' test "$status:$(state whole):$(state part)" = 1:active:failed
check 'and that is said' grep -q '^part.service: it belongs to whole.service or needs it, which was restarted, and is failed now' <<<"$err"
rm /run/broken
run --service whole --watch 1
check 'a part that had failed comes up with it' test "$status:$(state part)" = 0:active
unit user.service <<'X'
[Unit]
Requires=base.service
After=base.service
[Service]
Type=forking
ExecStart=/bin/sh -c 'test ! -e /run/broken && { sleep 1000 & }'
X
unit base.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start user
before=$(pid user)
run --service base --watch 1
check 'what needs it is restarted with it' test "$status" -eq 0 -a "$(pid user)" != "$before"
touch /run/broken
run --service base --watch 1
check 'when that does not come back it is a failure' test "$status:$(state base):$(grep -c '^user.service: it belongs to base.service or needs it' <<<"$err")" = 1:active:1
rm /run/broken
unit old.service <<'X'
[Service]
Type=forking
RemainAfterExit=yes
GuessMainPID=no
ExecStart=/bin/sh -c 'test -e /run/broken || setsid sleep 777 >/dev/null 2>&1 &'
X
run --service old --watch 1
check 'a service as of init.d is restarted' test "$status" -eq 0
touch /run/broken
run --service old --watch 1
check 'one that ends at once is a failure, though systemd calls it active' bash -c '[ "$1" = 1 ] && grep -q "no process of it is left" <<<"$2" && systemctl is-active --quiet old' _ "$status" "$err"
rm /run/broken
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
