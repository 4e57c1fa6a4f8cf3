#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=avahi-daemon
# refused: service_name=-x
# refused: service_name=ssh
# refused: service_name=cups.service
# refuses: started_by_another_timer: nightly.timer would start
# refuses: wanted_by_another: cups-browsed.service would start
# refuses: another_name: is another name of redis-server.service
# given another_name: service_name=redis
# refuses: static: says static

before() {
  { cat <<'EOF'; cat "$UNITS"; } | stub systemctl
case $* in
'show --property=Id,TriggeredBy,WantedBy,RequiredBy '*)
  triggers='' wanted=multi-user.target own=$3.service
  [[ $3 != cups ]] || triggers='cups.socket cups.path'
  printf 'Id=%s\nRequiredBy=\nWantedBy=%s\nTriggeredBy=%s\n' "$own" "$wanted" "$triggers"
  printf '\nId=%s\nRequiredBy=%s.service\nWantedBy=sockets.target\nTriggeredBy=\n' "$4" "$3"
  exit
  ;;
esac
EOF
  systemctl start "$service_name" cups.socket cups.path bystander
  systemctl enable "$service_name" cups.socket cups.path bystander
}

# Of a line of the stand-in.
with() { sed -i "s/^  triggers=.*/&; $1/" "$(type -P systemctl)"; }

started_by_another_timer() { with 'triggers=nightly.timer'; }

# As cups-browsed does, which is enabled and requires cups.
wanted_by_another() { with "wanted='cups-browsed.service multi-user.target'"; }

# It would be stopped, and started at the next boot.
another_name() { with 'own=redis-server.service'; }
static() { sed -i 's/^  is-enabled) .*/  is-enabled) echo static ;;/' "$(type -P systemctl)"; }

after() {
  check 'the service is stopped' test "$(systemctl is-active "$service_name")" = inactive
  check 'it is disabled' test "$(systemctl is-enabled "$service_name")" = disabled
  if [[ $service_name == cups ]]; then
    check 'its socket does not start it again' test "$(systemctl is-active cups.socket)" = inactive
    check 'nor do paths' test "$(systemctl is-enabled cups.path)" = disabled
  fi
  check 'another one goes on' systemctl is-active bystander
}
