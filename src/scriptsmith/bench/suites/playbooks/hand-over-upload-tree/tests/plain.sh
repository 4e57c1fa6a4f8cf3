#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p '/srv/uploads/2026/new pictures'
  echo a >/srv/uploads/a.txt
  echo b >'/srv/uploads/2026/new pictures/b c.png'
  echo c >/srv/uploads/2026/.hidden
  chmod -R u=rwx,go= /srv/uploads
}

after() {
  check 'all belongs to the web server' test -z "$(find /srv/uploads ! \( -user www-data -group www-data \))"
  check 'folders have their mode' test -z "$(find /srv/uploads -type d ! -perm 0750)"
  check 'files have theirs' test -z "$(find /srv/uploads -type f ! -perm 0640)"
  check 'nothing is lost' test "$(find /srv/uploads -type f | wc -l)" -eq 3
  check 'contents stay' grep -qx b '/srv/uploads/2026/new pictures/b c.png'
}
