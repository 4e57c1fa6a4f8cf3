#!/usr/bin/env bash
. "$HARNESS"
# with: journal_megabytes=2000
# refused: journal_megabytes=much
# refused: journal_megabytes=0

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-journald
  mkdir -p /etc/systemd/journald.conf.d
  printf '[Journal]\nSystemMaxUse=9G\n' >/etc/systemd/journald.conf.d/10-early.conf
  printf '[Journal]\n#SystemMaxUse=\nCompress=no\n' >/etc/systemd/journald.conf.d/90-late.conf
}

after() {
  file=/etc/systemd/journald.conf.d/50-size.conf
  check 'the limit is set' grep -qx "SystemMaxUse=${journal_megabytes}M" "$file"
  check 'where the journal is kept stays as it is' bash -c '! grep -q Storage "$1"' _ "$file"
  check 'the service knows' calls '^systemctl restart systemd-journald' 
}
