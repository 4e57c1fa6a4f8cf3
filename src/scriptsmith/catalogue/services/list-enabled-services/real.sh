#!/usr/bin/env bash
. "$HARNESS"
use systemd

for name in up down dead; do
  unit $name.service <<X
[Service]
ExecStart=$([[ $name == dead ]] && echo /bin/false || echo /bin/sleep 1000)
[Install]
WantedBy=multi-user.target
X
done
unit vpn@.service <<'X'
[Service]
ExecStart=/bin/sh -c 'test %i != broken && exec sleep 1000'
[Install]
WantedBy=multi-user.target
X
printf '#!/bin/sh\n### BEGIN INIT INFO\n# Provides: old\n# Required-Start:\n# Required-Stop:\n# Default-Start: 2 3 4 5\n# Default-Stop:\n### END INIT INFO\nexit 0\n' >/etc/init.d/old
chmod +x /etc/init.d/old && mkdir -p /etc/rc3.d && ln -s ../init.d/old /etc/rc3.d/S01old
printf '[Service]\nExecStart=/bin/false\nRestart=always\nRestartSec=60\n[Install]\nWantedBy=multi-user.target\n' >/etc/systemd/system/loops.service
printf '[Service]\nType=oneshot\nExecStart=/bin/sleep 1000\nTimeoutStartSec=infinity\n[Install]\nWantedBy=multi-user.target\n' >/etc/systemd/system/starts.service
printf '[Service]\nExecStart=/bin/sh -c "test -e /run/once && exec sleep 1000; touch /run/once; exit 3"\nRestart=always\n[Install]\nWantedBy=multi-user.target\n' >/etc/systemd/system/again.service
printf '[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n' >/etc/systemd/system/db.service
printf '[Service]\nExecStart=/bin/false\n' >/etc/systemd/system/db@.service
mkdir -p /etc/systemd/system/db.service.wants && ln -s ../db@.service /etc/systemd/system/db.service.wants/db@main.service
printf '[Socket]\nListenStream=/run/echo.sock\n[Install]\nWantedBy=sockets.target\n' >/etc/systemd/system/echo.socket
printf '[Service]\nExecStart=/bin/cat\n' >/etc/systemd/system/echo.service
printf '[Timer]\nOnCalendar=2099-01-01\n[Install]\nWantedBy=timers.target\n' >/etc/systemd/system/nightly.timer
printf '[Service]\nType=oneshot\nExecStart=/bin/false\n' >/etc/systemd/system/nightly.service
systemctl daemon-reload
systemctl enable --quiet up down dead vpn@good vpn@broken loops starts again db echo.socket nightly.timer
systemctl start nightly.timer; systemctl start nightly.service
systemctl start db echo.socket up dead vpn@good vpn@broken vpn@byhand loops again
systemctl start --no-block starts
waits() { systemctl show --property=SubState loops | grep -q auto-restart && [[ $(systemctl show --property=NRestarts,ActiveState again | paste -sd ' ') == 'NRestarts=1 ActiveState=active' ]]; }
await waits
failed() { systemctl is-failed dead && systemctl is-failed db@main; }
await failed
run
check 'one that runs' grep -qE '^up.service +active +running +$' <<<"$out"
check 'one that does not' grep -qE '^down.service +inactive +dead +not running$' <<<"$out"
check 'one that failed' grep -qE '^dead.service +failed +failed +FAILED: exit-code$' <<<"$out"
check 'an instance of a template that runs' grep -qE '^vpn@good.service +active +running +$' <<<"$out"
check 'and one that failed' grep -qE '^vpn@broken.service +failed +failed +FAILED: exit-code$' <<<"$out"
check 'but none that was started by hand' test -z "$(grep byhand <<<"$out")"
check 'one that an enabled service wants and that failed' grep -qE '^db@main.service +failed +failed +FAILED: exit-code$' <<<"$out"
check 'a socket that starts a service' grep -qE '^echo.socket +active +listening +$' <<<"$out"
check 'a service that failed, and its timer' test "$(grep -cE '^nightly.timer +active +waiting +$|^nightly.service +failed +failed +FAILED: exit-code, started by an enabled socket, timer or path$' <<<"$out")" -eq 2
check 'what a socket starts and did not fail is not' test -z "$(grep '^echo.service' <<<"$out")"
check 'a script in /etc/init.d that starts at boot' grep -qE '^old.service ' <<<"$out"
check 'one in a crash loop has failed, too' grep -qE '^loops.service +activating +auto-restart +FAILED: exit-code, waits for its next start$' <<<"$out"
check 'one that has not come up yet' grep -qE '^starts.service +activating +start +not running yet$' <<<"$out"
check 'one that had to be started again' grep -qE '^again.service +active +running +started again by systemd 1 times$' <<<"$out"
check 'and the sum' grep -qE '^[0-9]+ enabled: [0-9]+ active, [0-9]+ not running, 5 failed$' <<<"$out"
finish
