# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
sound() { (cd 'my backups' && sha256sum -c 'a b.tar.gz.sha256'); }
unpacks() { mkdir /tmp/new && tar -xzf 'my backups/a b.tar.gz' -C /tmp/new && cmp "my srv/-site one/in dex" "/tmp/new/-site one/in dex"; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the members begin with the directory's own name" unpacks
check "a symbolic link is kept as a link" test -L '/tmp/new/-site one/link'
check "the checksum holds in the archive's folder" sound
check "nothing else is left in the folder" test "$(find 'my backups' -mindepth 1 | wc -l)" -eq 2
finish
