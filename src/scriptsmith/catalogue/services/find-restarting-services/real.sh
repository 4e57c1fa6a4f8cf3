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
check 'the one that comes back over and over' grep -qE '^ +([2-9]|[1-9][0-9]+)  flaps.service +[a-z]+/[a-z-]+ +exit-code +9' <<<"$out"
check 'with the time since when it is so' bash -c 't=$(sed -n "s/^.* flaps.service .*  since //p" <<<"$1") && t=${t%  WAITS*} && (($(date +%s) - $(date -d "$t" +%s) < 20))' _ "$out"
check 'a steady one is not listed' test -z "$(grep steady <<<"$out")"
useradd --create-home ana
mkdir -p ~ana/.config/systemd/user
sed 's/exit 9/exit 7/' /etc/systemd/system/flaps.service >~ana/.config/systemd/user/mine.service
chown -R ana: ~ana
uid=$(id -u ana)
install -d -o ana -m 700 "/run/user/$uid"
# The manager of a user without logind, which does not run here.
unit user@.service <<X
[Service]
User=%i
Environment=XDG_RUNTIME_DIR=/run/user/%i
ExecStart=/lib/systemd/systemd --user
Type=notify
Delegate=yes
KillMode=mixed
X
systemctl start "user@$uid"
as_ana() { runuser -u ana -- env "XDG_RUNTIME_DIR=/run/user/$uid" systemctl --user "$@"; }
await as_ana start mine
loops() { [[ $(as_ana show --property=NRestarts --value mine) -ge 2 ]]; }
await loops
found() { run && grep -qE '^ +([2-9]|[1-9][0-9]+)  ana: mine.service +[a-z]+/[a-z-]+ +exit-code +7' <<<"$out"; } # while it starts, it has no result
await found
check 'one of a user is found' test "$status" -eq 0
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err
check 'who may not ask is told of them' grep -qx 'not looked at: the services of the user managers of ana' .out
systemctl stop "user@$uid"
run
check 'and the sum' grep -qE '^1 of [0-9]+ services; ' <<<"$out"
finish
