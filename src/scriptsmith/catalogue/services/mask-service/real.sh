#!/usr/bin/env bash
. "$HARNESS"
use systemd

cat >/usr/lib/systemd/system/web.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
cat >/usr/lib/systemd/system/ssh.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
ln -sf ssh.service /usr/lib/systemd/system/door.service
cp /usr/lib/systemd/system/web.service /usr/lib/systemd/system/mariadb.service
ln -sf mariadb.service /usr/lib/systemd/system/mysql.service
cp /usr/lib/systemd/system/web.service /usr/lib/systemd/system/fleeting.service
cp /usr/lib/systemd/system/web.service /usr/lib/systemd/system/pg.service
cp /usr/lib/systemd/system/web.service /usr/lib/systemd/system/pg@.service
unit own.service </usr/lib/systemd/system/web.service
load() { systemctl show --property=LoadState --value "$1"; }
systemctl start web
run --service web --dry-run
check 'a dry run changes nothing' test "$(load web)" = loaded
run --service web
check 'it succeeds' test "$status" -eq 0
check 'it is masked' test "$(load web)" = masked
check 'it still runs, and that is told' test "$(systemctl is-active web)" = active -a -n "$(grep 'still runs' <<<"$out")"
run --service web
check 'by a second run as well' test "$status:$(grep -c '^masked already: web.service' <<<"$out"):$(grep -c 'still runs' <<<"$out")" = 0:1:1
systemctl stop web
cannot() { ! systemctl start "$1"; }
check 'nobody can start it any more' cannot web
run --service mysql
check 'of an alias the unit itself is masked' test "$status:$(load mariadb)" = 0:masked
check 'so that it cannot be started' cannot mariadb
check 'nor by its other name' cannot mysql
systemctl mask --runtime --quiet fleeting
run --service fleeting
systemctl unmask --runtime --quiet fleeting
check 'a mask until the next boot is made a lasting one' test "$status:$(load fleeting)" = 0:masked
systemctl start pg@one
printf '[Socket]\nListenStream=/run/pg.talk\n' >/usr/lib/systemd/system/pg.socket; systemctl daemon-reload; systemctl start pg.socket
run --service pg
check 'a socket that starts it is named' grep -qx 'note: pg.socket asks for it, and will fail' <<<"$out"
check 'an instance, which goes on, is named' grep -qx 'note: pg@one.service is a unit of its own, and not masked' <<<"$out"
run --service web
check 'a second run has nothing to do' grep -qx 'masked already: web.service' <<<"$out"
run --service own
check 'one whose file is in the place of the mask is refused' test "$status" -eq 3 -a "$(load own)" = loaded
run --service ssh
check 'the way into the host is refused' test "$status" -eq 3
run --service door
check 'also by another name' test "$status" -eq 3 -a "$(load ssh)" = loaded
run --service multi-user.target
check 'what every boot needs is refused' test "$status:$(load multi-user.target)" = 3:loaded
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
