#!/usr/bin/env bash
. "$HARNESS"
# with: service_name=cache
# with: service_config=/etc/cache/cache.conf
# with: service_setting=size
# with: service_value=2 GB
# refused: service_name=-x
# refused: service_config=a

before() {
  stub systemctl <"$UNITS"
  systemctl start "$service_name"
  mkdir -p "${service_config%/*}"
  printf '# about\n%s=1\nother = 2\n' "$service_setting" >"$service_config"
}

after() {
  check 'the value is set' grep -qxF "$service_setting = $service_value" "$service_config"
  check 'the rest stays' test "$(wc -l <"$service_config")" -eq 3
  check 'the service was restarted once' test "$(calls "^systemctl restart $service_name" | wc -l)" -eq 1
}
