#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit good.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/true
X
unit good.timer <<'X'
[Timer]
OnActiveSec=0
OnCalendar=yearly
X
unit bad.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/false
X
unit bad.timer <<'X'
[Timer]
OnActiveSec=0
OnCalendar=yearly
X
unit late.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/true
X
unit late.timer <<'X'
[Timer]
OnCalendar=yearly
X
systemctl start good.timer bad.timer late.timer
failed() { systemctl is-failed bad; }
await failed
run
check 'the table names them' grep -q 'good.timer' <<<"$out"
check 'one whose job failed' grep -qE '^FAILED: bad.timer starts bad.service, which ended with: exit-code' <<<"$out"
check 'one that never ran' grep -qx 'never ran: late.timer (active)' <<<"$out"
check 'a good one is none of both' test -z "$(grep -E '^(FAILED|never ran): good' <<<"$out")"
check 'and the sum' grep -qE '^[0-9]+ timers, 1 of them failed at the last run$' <<<"$out"
finish
