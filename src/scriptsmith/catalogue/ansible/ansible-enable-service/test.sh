#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=redis
# refused: service_name=-x

before() {
  stub systemctl <"$UNITS"
}

after() {
  check 'the service runs' systemctl is-active "$service_name"
  check 'it is enabled' systemctl is-enabled "$service_name"
}
