#!/usr/bin/env bash
. "$HARNESS"
# with: journal_megabytes=2000
# refused: journal_megabytes=much

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-journald
}

after() {
  file=/etc/systemd/journald.conf.d/50-size.conf
  check 'the limit is set' grep -qx "SystemMaxUse=${journal_megabytes}M" "$file"
  check 'the journal outlives a restart' grep -qx 'Storage=persistent' "$file"
  check 'the service knows' calls '^systemctl restart systemd-journald' 
}
