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
finish
