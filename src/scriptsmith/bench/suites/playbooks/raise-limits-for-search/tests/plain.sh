#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start opensearch
}

after() {
  local file=/etc/systemd/system/opensearch.service.d/limits.conf
  check 'the section comes first' test "$(grep -m1 '^[^#;]' "$file")" = '[Service]'
  check 'the number of files' grep -qx 'LimitNOFILE=65535' "$file"
  check 'the locked memory' grep -qx 'LimitMEMLOCK=infinity' "$file"
  check 'systemd reads its units again, once' test "$(calls daemon-reload | wc -l)" -eq 1
  check 'the service is restarted once' test "$(calls 'restart opensearch' | wc -l)" -eq 1
  check 'and after that' test "$(calls 'daemon-reload|restart opensearch' | tail -n 1 | grep -c restart)" -eq 1
}
