#!/usr/bin/env bash
. "$HARNESS"
# with: unit_name=api
# with: unit_command=/opt/api/api --port 8080 --log %h
# with: unit_user=nobody
# refused: unit_name=a.b
# refused: unit_command=api
# refused: unit_command=/opt/api/api > /var/log/api

before() {
  stub systemctl <"$UNITS"
  program=${unit_command%% *}
  mkdir -p "${program%/*}"
  touch "$program"
}

after() {
  unit=/etc/systemd/system/$unit_name.service
  check 'it runs the command' grep -qxF "ExecStart=${unit_command/ %h/ %%h}" "$unit"
  check 'as the user' grep -qxF "User=$unit_user" "$unit"
  check 'a program that cannot be started is an error' grep -qx 'Type=exec' "$unit"
  check 'it is up' systemctl is-active "$unit_name"
  check 'it is enabled' systemctl is-enabled "$unit_name"
  check 'systemd read it first' test "$(calls | grep -n daemon-reload | head -n 1 | cut -d: -f1)" -lt "$(calls | grep -nE " (re)?start " | head -n 1 | cut -d: -f1)"
}
