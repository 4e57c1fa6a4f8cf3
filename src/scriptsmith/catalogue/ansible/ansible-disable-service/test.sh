#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=avahi-daemon
# refused: service_name=-x
# refused: service_name=ssh
# refused: service_name=cups.service
# refuses: started_by_another_timer: nightly.timer would start

before() {
  { cat <<'EOF'; cat "$UNITS"; } | stub systemctl
case $* in
'show --property=TriggeredBy --value cups') echo cups.socket cups.path; exit ;;
'show --property=TriggeredBy --value '*) echo; exit ;;
esac
EOF
  systemctl start "$service_name" cups.socket cups.path bystander
  systemctl enable "$service_name" cups.socket cups.path bystander
}

started_by_another_timer() { sed -i 's/ echo; exit/ echo nightly.timer; exit/' "$(type -P systemctl)"; }

after() {
  check 'the service is stopped' test "$(systemctl is-active "$service_name")" = inactive
  check 'it is disabled' test "$(systemctl is-enabled "$service_name")" = disabled
  if [[ $service_name == cups ]]; then
    check 'its socket does not start it again' test "$(systemctl is-active cups.socket)" = inactive
    check 'nor do paths' test "$(systemctl is-enabled cups.path)" = disabled
  fi
  check 'another one goes on' systemctl is-active bystander
}
