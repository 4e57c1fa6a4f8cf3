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
unit static.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
enabled() { systemctl is-enabled "$1" 2>/dev/null; }
run --service web --dry-run
check 'a dry run changes nothing' test "$(enabled web)" = disabled
run --service web
check 'it succeeds' test "$status" -eq 0
check 'it is enabled' test "$(enabled web)" = enabled
check 'and was not started' test "$(state web)" = inactive
run --service web
check 'a second run has nothing to do' grep -qx 'enabled already: web.service' <<<"$out"
unit asked.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
Also=asked.socket
X
unit asked.socket <<'X'
[Socket]
ListenStream=/run/asked
[Install]
WantedBy=sockets.target
X
run --service asked
check 'one that has its socket enabled does not start by itself' bash -c '[ "$1" = 0 ] && grep -q "^note: nothing starts asked.service itself" <<<"$2"' _ "$status" "$out"
check 'its socket does' test "$(enabled asked.socket)" = enabled
mkdir /srv/away /etc/rc{0..6}.d
printf '[Service]\nExecStart=/bin/sleep 1000\n[Install]\nWantedBy=multi-user.target\n' >/srv/away/away.service
systemctl link /srv/away/away.service 2>/dev/null
check 'a unit may be linked only' test "$(enabled away)" = linked
run --service away
check 'it is enabled' test "$status:$(enabled away)" = 0:enabled
cat >/etc/init.d/agent <<'X'
#!/bin/sh
### BEGIN INIT INFO
# Provides: agent
# Required-Start: $local_fs
# Required-Stop: $local_fs
# Default-Start: 2 3 4 5
# Default-Stop: 0 1 6
### END INIT INFO
exit 0
X
chmod 755 /etc/init.d/agent
systemctl daemon-reload
run --service agent --dry-run
check 'an init script can be enabled' test "$status:$out:$(ls /etc/rc?.d)" = "0:would enable: agent.service (now disabled):$(ls /etc/rc?.d)"
run --service agent
check 'it gets its links' test "$status:$(ls /etc/rc2.d | grep -c '^S..agent$')" = 0:1
run --service agent
check 'once' grep -qx 'enabled already: agent.service' <<<"$out"
unit breaks.service <<'X'
[Service]
ExecStart=/bin/false
[Install]
WantedBy=multi-user.target
X
systemctl enable --quiet breaks; systemctl start breaks; await systemctl is-failed --quiet breaks
run --service breaks
check 'that one which is enabled has failed is told' grep -q '^note: breaks.service has failed' <<<"$out"
unit screen.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=graphical.target
X
systemctl set-default --force multi-user.target 2>/dev/null
run --service screen
check 'one that the boot does not get to is told' grep -qx 'note: the boot goes to multi-user.target, which does not ask for screen.service; that stands below graphical.target' <<<"$out"
run --service web
check 'one that it gets to is not' test "$(grep -c '^note: the boot goes' <<<"$out")" -eq 0
unit other.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=multi-user.target
X
ln -s other.service /etc/systemd/system/nickname.service
systemctl daemon-reload
systemctl start other
run --service nickname
check 'by an alias the unit itself is enabled' test "$status:$(enabled other):$(tail -n 1 <<<"$out" | sed 's/indirect/disabled/')" = '0:enabled:enabled: other.service was disabled, now enabled'
run --service nickname
check 'and nothing more is said of it' test "$status:$out" = '0:enabled already: other.service'
run --service static
check 'one that has no place in the boot is refused' test "$status" -eq 3
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
