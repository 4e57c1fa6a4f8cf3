#!/usr/bin/env bash
. "$HARNESS"
# with: timer_name=sync
# with: timer_calendar=*-*-* 04:00:00
# with: timer_command=/opt/app/bin/sync --all 5% '*.log'
# refused: timer_name=../x
# refused: timer_command=sync
# refused: timer_command=/usr/bin/df > /srv/usage
# refused: timer_command=/usr/bin/pg_dump --file /srv/$(date +%F).sql
# refused: timer_command=/usr/bin/rm -rf /srv/cache/*
# refuses: never_again: does not come again
# refuses: no_such_time: Failed to parse
# refuses: service_of_a_package: another name is needed
# refuses: timer_of_a_package: another name is needed
# refuses: no_program: is no program
# refuses: program_not_executable: is no program
# refuses: program_is_a_folder: is no program
# refuses: timer_of_another_service: another name is needed
# refuses: service_of_another_kind: is another service

before() {
  stub systemctl <"$UNITS"
  stub systemd-analyze <<<'[[ $1 == calendar ]]'
  program=${timer_command%% *}
  mkdir -p "${program%/*}"
  touch "$program"
  chmod +x "$program"
  mkdir -p /var/lib/systemd/timers
  touch -d '10 days ago' "/var/lib/systemd/timers/stamp-$timer_name.timer"
  if [[ $timer_name == sync ]]; then # An earlier run, with another time.
    mkdir -p /run/stand-in-units
    touch /run/stand-in-units/sync.timer.active /run/stand-in-units/sync.timer.enabled
    printf '[Unit]\nDescription=sync\n\n[Service]\nType=oneshot\nExecStart=/opt/app/bin/sync\n' >/etc/systemd/system/sync.service
    printf '[Timer]\nOnCalendar=*-*-* 04:00\n' >/etc/systemd/system/sync.timer
  fi
}

# systemd-analyze ends with 0.
never_again() { stub systemd-analyze <<<'echo "    Next elapse: never"'; }
no_such_time() { stub systemd-analyze <<<'echo "Failed to parse calendar expression" >&2; exit 1'; }

service_of_a_package() {
  mkdir -p /usr/lib/systemd/system
  touch "/usr/lib/systemd/system/$timer_name.service"
}

timer_of_a_package() {
  mkdir -p /usr/lib/systemd/system
  touch "/usr/lib/systemd/system/$timer_name.timer"
}

no_program() { rm "$program"; }

program_not_executable() { chmod -x "$program"; }

program_is_a_folder() {
  rm "$program"
  ln -s /usr "$program"
}

timer_of_another_service() {
  rm "/etc/systemd/system/$timer_name.service"
  printf '[Timer]\nUnit=another.service\n' >"/etc/systemd/system/$timer_name.timer"
}

service_of_another_kind() { printf '[Service]\nExecStart=/srv/daemon\n' >"/etc/systemd/system/$timer_name.service"; }

after() {
  units=/etc/systemd/system/$timer_name
  check 'the service runs the command' grep -qxF "ExecStart=${timer_command/5%/5%%}" "$units.service"
  check 'the timer says when' grep -qxF "OnCalendar=$timer_calendar" "$units.timer"
  check 'systemd knows such a time' calls '^systemd-analyze calendar'
  check 'the timer runs' systemctl is-active "$timer_name.timer"
  check 'it is enabled' systemctl is-enabled "$timer_name.timer"
  reload=$(calls | grep -n daemon-reload | head -n 1 | cut -d: -f1)
  check 'systemd read it first' test "$reload" -lt "$(calls | grep -n " start " | head -n 1 | cut -d: -f1)"
  check 'no time since the last start counts' test -z "$(find "/var/lib/systemd/timers/stamp-$timer_name.timer" -mmin +60)"
  if [[ $timer_name == sync ]]; then
    check 'what had another time was stopped before' test "$(calls | grep -n ' stop sync.timer$' | head -n 1 | cut -d: -f1)" -lt "$reload"
  fi
}
