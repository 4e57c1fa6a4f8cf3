#!/usr/bin/env bash
. "$HARNESS"
# with: unit_name=api
# with: unit_command=/opt/api/api --port 8080
# with: unit_user=nobody
# refused: unit_name=a.b
# refused: unit_command=api

before() {
  stub systemctl <"$UNITS"
}

after() {
  unit=/etc/systemd/system/$unit_name.service
  check 'it runs the command' grep -qxF "ExecStart=$unit_command" "$unit"
  check 'as the user' grep -qxF "User=$unit_user" "$unit"
  check 'it is up' systemctl is-active "$unit_name"
  check 'it is enabled' systemctl is-enabled "$unit_name"
  check 'systemd read it first' test "$(calls | grep -n daemon-reload | head -n 1 | cut -d: -f1)" -lt "$(calls | grep -n " start " | head -n 1 | cut -d: -f1)"
}
