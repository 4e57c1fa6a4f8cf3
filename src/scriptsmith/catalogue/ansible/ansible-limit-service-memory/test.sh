#!/usr/bin/env bash
. "$HARNESS"
# with: limited_service=jenkins
# with: memory_megabytes=4096
# refused: memory_megabytes=much
# refused: limited_service=-x

before() {
  stub systemctl <"$UNITS"
  systemctl start "$limited_service"
}

after() {
  file=/etc/systemd/system/$limited_service.service.d/50-memory.conf
  check 'the limit is set' grep -qx "MemoryMax=${memory_megabytes}M" "$file"
  check 'systemd read it' calls daemon-reload
  check 'the service was restarted' calls "^systemctl restart $limited_service"
}
