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
unit static.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
enabled() { systemctl is-enabled "$1" 2>/dev/null; }
run --service web --dry-run
check 'a dry run changes nothing' test "$(enabled web)" = disabled
run --service web
check 'it succeeds' test "$status" -eq 0
check 'it is enabled' test "$(enabled web)" = enabled
check 'and was not started' test "$(state web)" = inactive
run --service web
check 'a second run has nothing to do' grep -qx 'enabled already: web.service' <<<"$out"
unit asked.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
[Install]
Also=asked.socket
X
unit asked.socket <<'X'
[Socket]
ListenStream=/run/asked
[Install]
WantedBy=sockets.target
X
run --service asked
check 'one that has its socket enabled does not start by itself' bash -c '[ "$1" = 0 ] && grep -q "^note: nothing starts asked.service itself" <<<"$2"' _ "$status" "$out"
check 'its socket does' test "$(enabled asked.socket)" = enabled
run --service static
check 'one that has no place in the boot is refused' test "$status" -eq 3
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
