#!/usr/bin/env bash
. "$HARNESS"
# with: unit_name=api
# with: unit_command=/opt/api%2/api --port 8080 --log %h --cost $5
# with: unit_user=nobody
# refused: unit_name=a.b
# refused: unit_command=api
# refused: unit_command=/opt/api/api > /var/log/api
# refuses: service_of_a_package: another name is needed
# refuses: no_program: is not there
# refuses: unit_of_another_program: runs another program
# refuses: unit_with_more: has settings of its own
# fails: ends: does not keep running in the foreground
# fails: ends_and_is_started_again: does not keep running in the foreground

before() {
  stub systemctl <"$UNITS"
  program=${unit_command%% *}
  mkdir -p "${program%/*}"
  touch "$program"
}

service_of_a_package() {
  mkdir -p /usr/lib/systemd/system
  touch "/usr/lib/systemd/system/$unit_name.service"
}

no_program() { rm "$program"; }

unit_of_another_program() { printf '[Service]\nExecStart=%s-old\n' "$program" >"/etc/systemd/system/$unit_name.service"; }

unit_with_more() { printf '[Service]\nExecStart=%s\nEnvironment=LEVEL=info\n' "${program//%/%%}" >"/etc/systemd/system/$unit_name.service"; }

ends() { sed -i 's/^  start | restart .*/  start | restart) rm -f "$units\/$name.active" ;;/' "$(type -P systemctl)"; }

ends_and_is_started_again() {
  # shellcheck disable=SC2016
  sed -i 's/^  show)/&\n    echo x >>"$units\/asked"; printf "NRestarts=%s\\n" "$(wc -l <"$units\/asked")"/' "$(type -P systemctl)"
}

after() {
  unit=/etc/systemd/system/$unit_name.service command=${unit_command//%/%%}
  command=${command//\$/\$\$}
  check 'it runs the command' grep -qxF "ExecStart=$command" "$unit"
  check 'as the user' grep -qxF "User=$unit_user" "$unit"
  check 'a program that cannot be started is an error' grep -qx 'Type=exec' "$unit"
  check 'it is up' systemctl is-active "$unit_name"
  check 'it is enabled' systemctl is-enabled "$unit_name"
  check 'systemd read it first' test "$(calls | grep -n daemon-reload | head -n 1 | cut -d: -f1)" -lt "$(calls | grep -nE " (re)?start " | head -n 1 | cut -d: -f1)"
}
