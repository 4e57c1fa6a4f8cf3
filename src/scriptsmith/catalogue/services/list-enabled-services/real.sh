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
systemctl daemon-reload
systemctl enable --quiet up down dead vpn@good vpn@broken
systemctl start up dead vpn@good vpn@broken vpn@byhand
failed() { systemctl is-failed dead; }
await failed
run
check 'one that runs' grep -qE '^up.service +active +running +$' <<<"$out"
check 'one that does not' grep -qE '^down.service +inactive +dead +not running$' <<<"$out"
check 'one that failed' grep -qE '^dead.service +failed +failed +FAILED: exit-code$' <<<"$out"
check 'an instance of a template that runs' grep -qE '^vpn@good.service +active +running +$' <<<"$out"
check 'and one that failed' grep -qE '^vpn@broken.service +failed +failed +FAILED: exit-code$' <<<"$out"
check 'but none that was started by hand' test -z "$(grep byhand <<<"$out")"
check 'a script in /etc/init.d that starts at boot' grep -qE '^old.service ' <<<"$out"
check 'and the sum' grep -qE '^[0-9]+ enabled: [0-9]+ active, [0-9]+ not running, 2 failed$' <<<"$out"
finish
