#!/usr/bin/env bash
. "$HARNESS"
# with: zone_name=Asia/Tokyo
# refused: zone_name=../etc/passwd
# refused: zone_name=posix/UTC
# refuses: no_such_zone: There is no time zone Europe/Nowhere
# given no_such_zone: zone_name=Europe/Nowhere
# refuses: continent: There is no time zone America/Argentina
# given continent: zone_name=America/Argentina

before() {
  cp --remove-destination /usr/share/zoneinfo/Etc/GMT+11 /etc/localtime
  echo Etc/GMT+11 >/etc/timezone
}

no_such_zone() { :; }
continent() { :; }

after() {
  check 'the link leads to the zone' test "$(readlink /etc/localtime)" = "/usr/share/zoneinfo/$zone_name"
  check 'its name is written' test "$(cat /etc/timezone)" = "$zone_name"
  check 'the clock has it' test "$(date +%z)" = "$(TZ=$zone_name date +%z)"
}
