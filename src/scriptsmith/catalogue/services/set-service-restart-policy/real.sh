#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit web.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
unit once.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/true
X
policy() { systemctl show --property=Restart --value web; }
pid() { systemctl show --property=MainPID --value web; }
systemctl start web
before=$(pid)
run --service web --policy always --delay 1 --dry-run
check 'a dry run changes nothing' test "$(policy)" = no
run --service web --policy always --delay 1
check 'it succeeds' test "$status" -eq 0
check 'systemd holds it' test "$(policy)" = always
check 'the service was not restarted' test "$(pid)" = "$before"
kill -9 "$before"
back() { [[ $(pid) != 0 && $(pid) != "$before" ]]; }
check 'and it does come back' await back
run --service web --policy always --delay 1
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --service web --policy never
check 'never is what systemd calls no' test "$(policy)" = no
run --service web --policy always --delay 95
check 'the delay is as systemd writes it' grep -q ' RestartUSec=1min 35s for web.service' <<<"$out"
check 'when systemd gives up is told' grep -qx 'note: systemd gives up when it starts more than 5 times within 10s' <<<"$out"
printf '[Service]\nRestartSec=2\n' >/etc/systemd/system/web.service.d/override.conf
run --service web --policy always --delay 30
check 'a drop-in that sorts later and sets the delay is a failure' bash -c '[ "$1" = 1 ] && grep -q "RestartSec is 2s, not 30s" <<<"$2"' _ "$status" "$err"
rm /etc/systemd/system/web.service.d/override.conf
run --service once --policy always
check 'what systemd would refuse is refused' test "$status" -eq 3
unit many.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
unit many@.service <<'X'
[Unit]
PartOf=many.service
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start many many@one
run --service many
check 'a unit that only stands for others is refused' test "$status:$(grep -c 'what belongs to it: many@one.service$' <<<"$err"):$(systemctl show --property=Restart --value many)" = 3:1:no
run --service many@one
check 'what belongs to it is not' test "$status:$(systemctl show --property=Restart --value many@one)" = 0:on-failure
# The file says oneshot already, and systemd holds simple still: with the reload it refuses the unit.
unit changed.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start changed
sed -i '/^Exec/iType=oneshot' /etc/systemd/system/changed.service
run --service changed --policy always
check 'a unit that systemd refuses with the policy is a failure' test "$status:$(grep -c 'was bad-setting with the policy' <<<"$err")" = 1:1
check 'and has it no more' test "$(systemctl show --property=LoadState --value changed):$(ls /etc/systemd/system/changed.service.d)" = loaded:
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
