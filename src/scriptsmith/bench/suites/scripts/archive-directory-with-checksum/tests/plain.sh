# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
sound() { (cd backups && sha256sum -c site.tar.gz.sha256); }
unpacks() { mkdir /tmp/new && tar -xzf backups/site.tar.gz -C /tmp/new && diff -r srv/site /tmp/new/site; }
moved() { mkdir /tmp/far && cp backups/site.tar.gz* /tmp/far/ && mv backups/site.tar.gz /tmp/ && (cd /tmp/far && sha256sum -c site.tar.gz.sha256); }
tops() { [[ $(tar -tzf backups/site.tar.gz | cut -d/ -f1 | sort -u) == site ]]; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the archive unpacks to the same directory, hidden files too" unpacks
check "all members lie below the directory's name" tops
check "the checksum holds in the archive's folder" sound
check "the path of the archive is printed" grep -qx 'backups/site.tar.gz' "$OUT"
check "the checksum holds after both were moved" moved
finish
