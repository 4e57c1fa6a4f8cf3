#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit db.service <<'X'
[Service]
ExecStart=/bin/false
X
unit cache.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
unit web.service <<'X'
[Unit]
Requires=db.service
Wants=cache.service
[Service]
ExecStart=/bin/sleep 1000
X
unit app.service <<'X'
[Unit]
Requires=web.service
[Service]
ExecStart=/bin/sleep 1000
X
unit far.service <<'X'
[Unit]
BindsTo=app.service
After=app.service
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start app cache far >/dev/null 2>&1
run --service web
check 'what it needs and is not there is marked' grep -qE '^  db.service +(failed|inactive) +Requires  <- NOT ACTIVE$' <<<"$out"
check 'what it wants' grep -qE '^  cache.service +active +Wants$' <<<"$out"
check 'what goes down with it' grep -qE '^  app.service +[a-z]+ +RequiredBy$' <<<"$out"
check 'and what goes down in turn' grep -qE '^  far.service +[a-z]+ ' <<<"$(sed -n '/^go down in turn/,/^[a-z]/p' <<<"$out")"
check 'what it starts after' grep -qE '^  basic.target +[a-z]+ +After$' <<<"$out"
check 'and how many are missing' grep -q '^[1-9][0-9]* units that it needs are not active$' <<<"$out"
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
