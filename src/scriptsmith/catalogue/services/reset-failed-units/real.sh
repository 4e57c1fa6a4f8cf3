#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd

unit dies.service <<'X'
[Service]
ExecStart=/bin/false
X
unit other.service <<'X'
[Service]
ExecStart=/bin/false
X
failed() { systemctl is-failed "$1"; }
systemctl start dies other
await failed dies
await failed other
run --service dies --dry-run
check 'a dry run resets nothing' failed dies
run --service dies
check 'it succeeds' test "$status" -eq 0
check 'it is failed no more' test "$(systemctl is-active dies)" = inactive
check 'the other one is' failed other
run
check 'all of them' test -z "$(systemctl list-units --failed --no-legend)"
check 'nothing was started' test "$(systemctl is-active other)" = inactive
run
check 'a second run has nothing to do' grep -qx 'no unit is failed' <<<"$out"
run --service dies
check 'so has one for a unit that never failed since' test "$status:$(grep -c '^nothing to reset' <<<"$out")" = 0:1
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
