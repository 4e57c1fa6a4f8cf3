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
unit shaky.service <<'X'
[Service]
ExecStart=/bin/sh -c 'test -e /run/once && exec sleep 1000; touch /run/once; exit 3'
Restart=always
X
systemctl start shaky
runs() { [[ $(systemctl show --property=NRestarts,ActiveState shaky | paste -sd ' ') == 'NRestarts=1 ActiveState=active' ]]; }
await runs
run
check 'one that runs between two crashes is told' grep -q '^started again by systemd after it ended: shaky.service, 1 times, runs since ' <<<"$out"
systemctl stop shaky
run
check 'none' grep -qx 'no failed units' <<<"$out"
unit dies.service <<'X'
[Unit]
Description=Dies of itself
[Service]
ExecStart=/bin/sh -c 'echo no such table; exit 7'
X
systemctl start web dies
failed() { systemctl is-failed dies; }
await failed
run
check 'the failed one with its description' grep -qx 'dies.service (Dies of itself)' <<<"$out"
check 'with its result and exit status' grep -q 'result exit-code, exit status 7, automatic restarts 0, since ' <<<"$out"
check 'and what it said' grep -q '  | .*no such table' <<<"$out"
check 'one that runs is not listed' test -z "$(grep web.service <<<"$out")"
check 'and how many' grep -qx 'failed units: 1' <<<"$out"
unit loops.service <<'X'
[Service]
ExecStart=/bin/sh -c 'echo no such port; exit 8'
Restart=always
RestartSec=60
X
systemctl start loops
waits() { systemctl show --property=SubState loops | grep -q auto-restart; }
await waits
run
check 'one that waits for its next start is listed too' bash -c 'grep -qx "services that died and wait for their next start: 1" <<<"$1" && grep -q "result exit-code, exit status 8, " <<<"$1" && grep -q "| .*no such port" <<<"$1"' _ "$out"
check 'and not counted as failed' grep -qx 'failed units: 1' <<<"$out"
check 'what was not started again is not told so' test "$(grep -c '^started again' <<<"$out")" -eq 0
unit never.service <<'X'
[Service]
Type=notify
ExecStart=/bin/sh -c 'test -e /run/twice && exec sleep 1000; touch /run/twice; echo no such disk; exit 9'
Restart=always
TimeoutStartSec=infinity
X
systemctl start --no-block never
begins() { [[ $(systemctl show --property=NRestarts,ActiveState,SubState never | paste -sd ' ') == 'NRestarts=1 ActiveState=activating SubState=start' ]]; }
await begins
run
check 'one in a crash loop that is just being started is told, with its log' test "$(grep -cx 'services that died and are just being started again, or stopped: 1' <<<"$out"):$(grep -c '^  result not known yet (start), exit status not known yet, automatic restarts 1, since ' <<<"$out"):$(grep -c 'no such disk' <<<"$out")" = 1:1:1
check 'and not counted as failed either' grep -qx 'failed units: 1' <<<"$out"
finish
