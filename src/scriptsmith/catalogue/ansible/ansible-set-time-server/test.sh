#!/usr/bin/env bash
. "$HARNESS"
# with: time_server=192.0.2.123
# refused: time_server=a b

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-timesyncd
}

after() {
  check 'the server is asked' grep -qx "NTP=$time_server" /etc/systemd/timesyncd.conf.d/50-server.conf
  check 'the service knows' calls '^systemctl restart systemd-timesyncd' 
}
