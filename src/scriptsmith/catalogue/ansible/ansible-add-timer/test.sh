#!/usr/bin/env bash
. "$HARNESS"
# with: timer_name=sync
# with: timer_calendar=*-*-* 04:00:00
# with: timer_command=/opt/app/bin/sync --all 5%
# refused: timer_name=../x
# refused: timer_command=sync
# refused: timer_command=/usr/bin/df > /srv/usage

before() {
  stub systemctl <"$UNITS"
  stub systemd-analyze <<<'[[ $1 == calendar ]]'
  program=${timer_command%% *}
  mkdir -p "${program%/*}"
  touch "$program"
}

after() {
  units=/etc/systemd/system/$timer_name
  check 'the service runs the command' grep -qxF "ExecStart=${timer_command/5%/5%%}" "$units.service"
  check 'the timer says when' grep -qxF "OnCalendar=$timer_calendar" "$units.timer"
  check 'systemd knows such a time' calls '^systemd-analyze calendar'
  check 'the timer runs' systemctl is-active "$timer_name.timer"
  check 'it is enabled' systemctl is-enabled "$timer_name.timer"
  check 'systemd read it first' test "$(calls | grep -n daemon-reload | head -n 1 | cut -d: -f1)" -lt "$(calls | grep -n " start " | head -n 1 | cut -d: -f1)"
}
