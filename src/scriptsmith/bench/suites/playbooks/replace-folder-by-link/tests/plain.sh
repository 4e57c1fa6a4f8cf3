#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /var/www/media/2026 /data/media
  echo a >/var/www/media/2026/a.png
  echo b >/var/www/media/.htaccess
  chown -R www-data:www-data /var/www/media
  chmod 600 /var/www/media/.htaccess
}

after() {
  check 'it is a link' test "$(readlink /var/www/media)" = /data/media
  check 'nothing is lost' test "$(cat /var/www/media/2026/a.png /var/www/media/.htaccess)" = $'a\nb'
  check 'it lies where it should' test -f /data/media/2026/a.png
  check 'owners and modes stay' test "$(stat -c '%U %a' /data/media/.htaccess)" = 'www-data 600'
}
