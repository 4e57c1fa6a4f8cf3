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
unit ssh.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=multi-user.target
Alias=door.service
X
unit web.timer <<'X'
[Timer]
OnCalendar=daily
[Install]
WantedBy=timers.target
X
enabled() { systemctl is-enabled "$1" 2>/dev/null; }
systemctl enable --quiet web ssh web.timer && systemctl start web web.timer
run --service web --dry-run
check 'a dry run changes nothing' test "$(enabled web)" = enabled
run --service web
check 'it succeeds' test "$status" -eq 0
check 'it is disabled' test "$(enabled web)" = disabled
check 'it was not stopped, and that is told' test "$(state web)" = active -a -n "$(grep 'still runs' <<<"$out")"
check 'the timer that can start it is named' grep -q '^note: can still start it, also at boot:.*web.timer' <<<"$out"
run --service web
check 'a second run has nothing to do, and names the timer too' test "$(grep -c -e '^disabled already: web.service' -e '^note: can still start it, also at boot: web.timer' <<<"$out")" -eq 2
unit gate.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=multi-user.target
X
unit gate.socket <<'X'
[Socket]
ListenStream=/run/gate
[Install]
WantedBy=sockets.target
X
systemctl enable --quiet --now gate.socket
run --service gate
check 'of one that was disabled once, its socket is named' test "$status:$(grep -c 'note: can still start it, also at boot: gate.socket' <<<"$out")" = 0:1
printf '%s\n' '#!/bin/sh' '### BEGIN INIT INFO' '# Provides: mta' '# Required-Start:' '# Required-Stop:' '# Default-Start: 2 3 4 5' '# Default-Stop: 0 1 6' '### END INIT INFO' >/etc/init.d/mta
chmod 755 /etc/init.d/mta && mkdir -p /etc/rc{0,1,2,3,4,5,6,S}.d && update-rc.d mta defaults && systemctl daemon-reload
run --service mta
check 'an init script is disabled' test "$status:$(enabled mta):$(ls /etc/rc5.d | grep -c '^S..mta')" = 0:disabled:0
run --service mta
check 'and is then' grep -qx 'disabled already: mta.service' <<<"$out"
unit store.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=multi-user.target
Alias=shop.service
X
systemctl enable --quiet store && systemctl start store
run --service shop
check 'by an alias the unit is disabled, and called by its own name' grep -qx 'disabled: store.service was enabled, now disabled' <<<"$out"
check 'that it still runs is told' test "$(enabled store):$(state store):$(grep -c '^note: store.service still runs' <<<"$out")" = disabled:active:1
mkdir /srv/away; printf '[Service]\nExecStart=/bin/sleep 1000\n[Install]\nWantedBy=multi-user.target\n' >/srv/away/away.service
systemctl link /srv/away/away.service 2>/dev/null
run --service away
check 'a unit that is only linked stays so' test "$status:$out:$(enabled away)" = '0:disabled already: away.service:linked'
# What a package brings: a mask in /run wins over it, and not over a unit in /etc.
printf '[Service]\nExecStart=/bin/sleep 1000\n[Install]\nWantedBy=multi-user.target\n' >/lib/systemd/system/brief.service
systemctl daemon-reload && systemctl enable --quiet brief && systemctl mask --quiet --runtime brief
run --service brief
check 'one that is masked until the next boot only is refused, for it starts then' test "$status:$(grep -c 'masked until the next boot only' <<<"$err"):$(basename /etc/systemd/system/multi-user.target.wants/brief.*)" = 3:1:brief.service
run --service gate@
check 'a template is refused as what it is' test "$status:$(grep -c 'gate@.service is a template' <<<"$err")" = 3:1
printf '[Service]\nExecStart=/bin/sleep 1000\n' >/lib/systemd/system/desk.service
ln -s /lib/systemd/system/desk.service /etc/systemd/system/screen.service
printf '[Service]\nExecStart=/bin/sleep 1000\n' >/lib/systemd/system/plain.service
mkdir -p /etc/systemd/system/multi-user.target.d && printf '[Unit]\nWants=screen.service plain.service\n' >/etc/systemd/system/multi-user.target.d/screen.conf
systemctl daemon-reload
run --service plain
check 'a static unit is refused, with what starts it' test "$status:$(grep -c 'it starts when multi-user.target .*names (plain.service)' <<<"$err")" = 3:1
run --service desk
check 'one that starts by an alias alone loses it' test "$status:$(stat -c %N /etc/systemd/system/screen.service 2>&1 | grep -c 'No such file')" = 0:1
check 'and that enable does not undo that is told' bash -c 'grep -q "^note: systemctl enable cannot undo this" <<<"$1" && ! systemctl enable desk 2>/dev/null; ! systemctl is-enabled desk | grep -x enabled' _ "$out"
run --service ssh
check 'the way into the host is refused' test "$status" -eq 3 -a "$(enabled ssh)" = enabled
run --service door
check 'also by another name' test "$status" -eq 3 -a "$(enabled ssh)" = enabled
finish
