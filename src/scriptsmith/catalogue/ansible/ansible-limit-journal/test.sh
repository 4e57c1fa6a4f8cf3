#!/usr/bin/env bash
. "$HARNESS"
# with: journal_megabytes=2000
# refused: journal_megabytes=much
# refused: journal_megabytes=0
# refuses: none_by_hand: must be above 0
# refuses: later_drop_in: sets SystemMaxUse too: 99-own.conf
# refuses: later_drop_in_of_a_package: sets SystemMaxUse too: vendor.conf

before() {
  stub systemctl <"$UNITS"
  systemctl start systemd-journald
  mkdir -p /etc/systemd/journald.conf.d
  printf '[Journal]\nSystemMaxUse=9G\n' >/etc/systemd/journald.conf.d/10-early.conf
  printf '[Journal]\n#SystemMaxUse=\nCompress=no\n' >/etc/systemd/journald.conf.d/90-late.conf
}

# The value itself is not taken: somebody has written it into the playbook.
none_by_hand() { sed -i 's/^    journal_megabytes: .*/    journal_megabytes: 0/' /work/playbook/playbook.yml; }

later_drop_in() { printf '[Journal]\nSystemMaxUse=9G\n' >/etc/systemd/journald.conf.d/99-own.conf; }

later_drop_in_of_a_package() {
  mkdir -p /usr/lib/systemd/journald.conf.d
  printf '[Journal]\n  SystemMaxUse = 9G\n' >/usr/lib/systemd/journald.conf.d/vendor.conf
}

after() {
  file=/etc/systemd/journald.conf.d/50-size.conf
  check 'the limit is set' grep -qx "SystemMaxUse=${journal_megabytes}M" "$file"
  check 'where the journal is kept stays as it is' bash -c '! grep -q Storage "$1"' _ "$file"
  check 'the service knows' calls '^systemctl restart systemd-journald' 
}
