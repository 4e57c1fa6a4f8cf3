#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/drops /tmp/made/tools-3.1/bin /opt/tools
  echo 3.1 >/tmp/made/tools-3.1/VERSION
  echo new >/tmp/made/tools-3.1/bin/tool
  tar -C /tmp/made --owner=nobody --group=nogroup -czf /srv/drops/tools-3.1.tar.gz tools-3.1
  echo 3.0 >/opt/tools/VERSION
  echo own >/opt/tools/local.conf
}

after() {
  check 'the tools lie in the folder itself' test "$(cat /opt/tools/bin/tool /opt/tools/VERSION)" = $'new\n3.1'
  check 'the folder of the archive is not there' test ! -e /opt/tools/tools-3.1
  check 'they belong to root' test "$(stat -c '%U %G' /opt/tools/bin/tool)" = 'root root'
  check 'what was there stays' grep -qx own /opt/tools/local.conf
}
