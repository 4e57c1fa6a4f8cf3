#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/builds
  printf '#!/bin/sh\necho 1.8.2\n' >/srv/builds/agent-1.8.2
  (cd /srv/builds && sha256sum agent-1.8.2 >agent-1.8.2.sha256)
  printf '#!/bin/sh\necho 1.8.1\n' >/usr/local/bin/agent
}

after() {
  check 'the build is installed' test "$(/usr/local/bin/agent)" = 1.8.2
  check 'everybody can run it' test "$(stat -c '%U %a' /usr/local/bin/agent)" = 'root 755'
  check 'the build stays' test -s /srv/builds/agent-1.8.2
}
