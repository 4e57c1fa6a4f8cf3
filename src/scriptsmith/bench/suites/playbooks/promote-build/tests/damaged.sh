#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/builds
  echo broken >/srv/builds/agent-1.8.2
  echo "$(printf whole | sha256sum | cut -d' ' -f1)  agent-1.8.2" >/srv/builds/agent-1.8.2.sha256
  printf '#!/bin/sh\necho 1.8.1\n' >/usr/local/bin/agent
  chmod 755 /usr/local/bin/agent
}

after() {
  check 'the installed one stays' test "$(/usr/local/bin/agent)" = 1.8.1
}
