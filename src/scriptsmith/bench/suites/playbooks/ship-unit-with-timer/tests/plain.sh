#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
}

after() {
  local units=/etc/systemd/system
  check 'the service runs once' grep -qx 'Type=oneshot' "$units/shop-clean.service"
  check 'the program' grep -qx 'ExecStart=/opt/shop/bin/clean' "$units/shop-clean.service"
  check 'the timer is daily' grep -qx 'OnCalendar=daily' "$units/shop-clean.timer"
  check 'it makes up for what it missed' grep -Eqx 'Persistent=(true|yes)' "$units/shop-clean.timer"
  check 'it is wanted' test "$(sed -n '/^\[Install\]/,$p' "$units/shop-clean.timer" | grep -c WantedBy=timers.target)" -eq 1
  check 'systemd has read its units' test "$(calls daemon-reload | wc -l)" -ge 1
  check 'the timer is enabled and runs' test -e /run/stand-in-units/shop-clean.timer.enabled -a -e /run/stand-in-units/shop-clean.timer.active
  check 'the service is neither' test ! -e /run/stand-in-units/shop-clean.enabled -a ! -e /run/stand-in-units/shop-clean.active
}
