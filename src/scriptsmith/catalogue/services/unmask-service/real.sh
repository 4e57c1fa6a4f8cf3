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
mv /etc/systemd/system/web.service /usr/lib/systemd/system/web.service
load() { systemctl show --property=LoadState --value "$1"; }
systemctl mask --quiet web
run --service web --dry-run
check 'a dry run changes nothing' test "$(load web)" = masked
run --service web
check 'it succeeds' test "$status" -eq 0
check 'it can be started again' systemctl start web
systemctl stop web
systemctl mask --quiet --runtime web
run --service web
check 'a mask until the next boot goes too' test "$(load web)" = loaded
systemctl mask --quiet web
systemctl mask --quiet --runtime web
run --service web
check 'and both at once' test "$(load web)" = loaded
run --service web
check 'a second run has nothing to do' grep -q '^not masked' <<<"$out"
systemctl start web
ln -s /dev/null /etc/systemd/system/web.service
run --service web
check 'a mask that was laid by hand, without daemon-reload, goes too' test "$status" -eq 0 -a ! -e /etc/systemd/system/web.service -a ! -L /etc/systemd/system/web.service
check 'and is gone for systemd' test "$(systemctl show --property=UnitFileState --value web)" = disabled
systemctl mask --quiet dev-nothing.swap
run --service dev-nothing.swap
check 'a swap unit without a file is told as one' test "$status:$(grep -c 'the mask is gone, but dev-nothing.swap has no unit file' <<<"$err")" = 1:1
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
