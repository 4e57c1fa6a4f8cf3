#!/usr/bin/env bash
. "$HARNESS"
# with: time_server=192.0.2.123
# refused: time_server=a b
# fails: later_drop_in: takes the time from
# fails: no_answer: has no answer of it (ServerName=192.0.2.123)
# fails: answer_of_another: has no answer of it (ServerName=dhcp.example.org, NTPMessage=

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-timesyncd
  mkdir -p /etc/systemd/timesyncd.conf.d
  printf '[Time]\nNTP=former.example.org\n' >/etc/systemd/timesyncd.conf.d/10-former.conf
  # As timesyncd does: servers add up, and an empty line takes those before away.
  stub timedatectl <<'EOF'
servers() {
  cat /etc/systemd/timesyncd.conf.d/*.conf | awk -F= '$1 == "NTP" { all = $2 == "" ? "" : all (all == "" ? "" : " ") $2 } END { print all }'
}
case $* in
  *--property=NTPMessage*)
    echo "ServerName=$(servers)"
    echo 'NTPMessage={ Leap=0, Version=4, Mode=4, Stratum=2, Ignored=no, PacketCount=1 }'
    ;;
  *) servers ;;
esac
EOF
}

later_drop_in() { printf '[Time]\nNTP=later.example.org\n' >/etc/systemd/timesyncd.conf.d/90-later.conf; }

no_answer() { sed -i '/echo .NTPMessage/d' "$(type -P timedatectl)"; }

answer_of_another() { sed -i 's/ServerName=.*/ServerName=dhcp.example.org"/' "$(type -P timedatectl)"; }

after() {
  check 'the server is asked' grep -qx "NTP=$time_server" /etc/systemd/timesyncd.conf.d/50-server.conf
  check 'and no other' test "$(timedatectl show-timesync)" = "$time_server"
  check 'the service knows' calls '^systemctl restart systemd-timesyncd'
  check 'it was asked for its servers' calls '^timedatectl show-timesync'
}
