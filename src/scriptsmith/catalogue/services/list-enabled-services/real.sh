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
systemctl enable --quiet up down dead
systemctl start up dead
failed() { systemctl is-failed dead; }
await failed
run
check 'one that runs' grep -qE '^up.service +active +running +$' <<<"$out"
check 'one that does not' grep -qE '^down.service +inactive +dead +not running$' <<<"$out"
check 'one that failed' grep -qE '^dead.service +failed +failed +FAILED: exit-code$' <<<"$out"
check 'and the sum' grep -qE '^[0-9]+ enabled: [0-9]+ active, [0-9]+ not running, 1 failed; ' <<<"$out"
finish
