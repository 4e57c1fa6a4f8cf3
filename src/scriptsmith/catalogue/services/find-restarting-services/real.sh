#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd

unit flaps.service <<'X'
[Unit]
StartLimitIntervalSec=0
[Service]
ExecStart=/bin/sh -c 'exit 9'
Restart=always
RestartSec=200ms
X
unit steady.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
Restart=always
X
run
check 'none' grep -qE '^none of [0-9]+ services was restarted by systemd since it was last' <<<"$out"
systemctl start flaps steady
often() { [[ $(systemctl show --property=NRestarts --value flaps) -ge 2 ]]; }
await often
run
check 'the one that comes back over and over' grep -qE '^ +[2-9][0-9]*  flaps.service +[a-z]+/[a-z-]+ +exit-code +9' <<<"$out"
check 'with the time since when it is so' bash -c 't=$(sed -n "s/^.* flaps.service .*  since //p" <<<"$1") && t=${t%  WAITS*} && (($(date +%s) - $(date -d "$t" +%s) < 20))' _ "$out"
check 'a steady one is not listed' test -z "$(grep steady <<<"$out")"
check 'and the sum' grep -qE '^1 of [0-9]+ services; ' <<<"$out"
finish
