#!/usr/bin/env bash
. "$HARNESS"
# with: time_server=192.0.2.123
# refused: time_server=a b
# fails: later_drop_in: takes the time from

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-timesyncd
  mkdir -p /etc/systemd/timesyncd.conf.d
  printf '[Time]\nNTP=former.example.org\n' >/etc/systemd/timesyncd.conf.d/10-former.conf
  # As timesyncd does: servers add up, and an empty line takes those before away.
  stub timedatectl <<'EOF'
cat /etc/systemd/timesyncd.conf.d/*.conf | awk -F= '$1 == "NTP" { all = $2 == "" ? "" : all (all == "" ? "" : " ") $2 } END { print all }'
EOF
}

later_drop_in() { printf '[Time]\nNTP=later.example.org\n' >/etc/systemd/timesyncd.conf.d/90-later.conf; }

after() {
  check 'the server is asked' grep -qx "NTP=$time_server" /etc/systemd/timesyncd.conf.d/50-server.conf
  check 'and no other' test "$(timedatectl show-timesync)" = "$time_server"
  check 'the service knows' calls '^systemctl restart systemd-timesyncd'
  check 'it was asked for its servers' calls '^timedatectl show-timesync'
}
