#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=avahi-daemon
# refused: service_name=-x

before() {
  stub systemctl <"$UNITS"
  systemctl start "$service_name" bystander
  systemctl enable "$service_name" bystander
}

after() {
  check 'the service is stopped' test "$(systemctl is-active "$service_name")" = inactive
  check 'it is disabled' test "$(systemctl is-enabled "$service_name")" = disabled
  check 'another one goes on' systemctl is-active bystander
}
