#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit web.service <<'X'
[Unit]
Description=A web server
[Service]
ExecStart=/bin/sh -c 'echo one; echo two; exec sleep 1000'
X
unit dies.service <<'X'
[Service]
ExecStart=/bin/sh -c 'echo out of luck; exit 5'
X
systemctl start web dies
said() { journalctl --unit "$1" | grep -q "$2"; }
await said web two
await said dies luck
run --service web
check 'what it is' grep -qx 'web.service - A web server' <<<"$out"
check 'that it runs' grep -qE '^  state +active \(running\)$' <<<"$out"
check 'as which process' grep -qE "^  main process +$(systemctl show --property=MainPID --value web)\$" <<<"$out"
check 'and what it said' grep -q ': two$' <<<"$out"
run --service web --lines 1
check 'no more lines than asked for' test -z "$(grep ': one$' <<<"$out")"
run --service dies
check 'how one ended' grep -qE '^  last result +exit-code, exit status 5$' <<<"$out"
unit loops.service <<'X'
[Service]
ExecStart=/bin/sh -c 'exit 6'
Restart=always
RestartSec=60
X
unit loops.socket <<'X'
[Socket]
ListenStream=/run/loops.socket
X
systemctl start loops.socket loops
await bash -c '[[ $(systemctl show --property=SubState --value loops) == auto-restart ]]'
run --service loops
check 'one that waits for its next start is not told as down' test "$(grep -c 'down since' <<<"$out"):$(grep -cE '^  last result +exit-code, exit status 6$' <<<"$out")" = 0:1
check 'what triggers it is told' grep -qE '^  triggered by +loops.socket$' <<<"$out"
systemctl stop loops.socket loops
ln -s /etc/systemd/system/web.service /etc/systemd/system/site.service
systemctl daemon-reload
run --service site
check 'an alias has the log of its unit' grep -q ': two$' <<<"$out"
unit never.service <<'X'
[Service]
ExecStart=/bin/true
[Install]
WantedBy=multi-user.target
X
run --service never
check 'one that has not run is not told to have ended well' test "$(grep -c 'last result' <<<"$out"):$(grep -c 'it has not run since the boot' <<<"$out")" = 0:1
unit farm.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
unit farm@.service <<'X'
[Unit]
PartOf=farm.service
[Service]
ExecStart=/bin/sh -c 'echo no field; exit 4'
X
systemctl start farm farm@one
await said farm@one field
run --service farm
check 'what belongs to an umbrella is shown' grep -qE '^  belongs to it +farm@one.service: failed failed$' <<<"$out"
check 'with what it said' grep -q ': no field$' <<<"$out"
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
