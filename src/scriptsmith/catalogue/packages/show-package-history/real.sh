#!/usr/bin/env bash
. "$HARNESS"
use packages
for version in 1.0 2.0; do package stable thing $version; done
package stable thing-more 1.0
publish
: >/var/log/dpkg.log
have thing=1.0 thing-more
have thing=2.0
gzip /var/log/dpkg.log && mv /var/log/dpkg.log.gz /var/log/dpkg.log.2.gz
apt-get -qqy --reinstall install thing >/dev/null 2>&1
mv /var/log/dpkg.log /var/log/dpkg.log.1
apt-get -qqy --allow-downgrades install thing=1.0 >/dev/null 2>&1
mkdir -p /broken/DEBIAN && printf 'Package: thing\nVersion: 3.0\nArchitecture: all\nMaintainer: x <x@example.org>\nDescription: x\n' >/broken/DEBIAN/control
printf '#!/bin/sh\nexit 1\n' >/broken/DEBIAN/preinst && chmod 755 /broken/DEBIAN/preinst && dpkg-deb --build /broken /broken.deb >/dev/null
dpkg --install /broken.deb >/dev/null 2>&1
apt-get -qqy remove thing >/dev/null 2>&1
dpkg --purge thing >/dev/null 2>&1
run --package thing --days 1
check 'it succeeds' test "$status" -eq 0
for what in 'installed   thing:all 1.0' 'upgraded    thing:all 1.0 -> 2.0' 'reinstalled thing:all 2.0' \
  'downgraded  thing:all 2.0 -> 1.0' 'removed     thing:all 1.0' 'purged      thing:all 1.0'; do
  check "it is there once: $what" test "$(cut -d' ' -f3- <<<"$out" | grep -cx "$what")" -eq 1
done
check 'an upgrade that failed is not called one' grep -q 'upgraded    thing:all 1.0 -> 3.0  NOT COMPLETED$' <<<"$out"
check 'no other' test "$(grep -c 'NOT COMPLETED' <<<"$out")" -eq 1
check 'that the logs are young is told' grep -Eq '^note: the logs begin at 20[0-9-]+ [0-9:]+, ' <<<"$out"
check 'nothing else of this package is' grep -q '^7 changes within 1 days (thing); what came without dpkg ' <<<"$out"
run --package thing-more
check 'a name is whole' grep -q '^1 changes within 7 days (thing-more); what came without dpkg ' <<<"$out"
printf '#!/bin/sh\nexit 1\n' >/var/lib/dpkg/info/thing-more.prerm && chmod 755 /var/lib/dpkg/info/thing-more.prerm
dpkg --remove thing-more >/dev/null 2>&1
run --package thing-more
check 'a removal that failed is not called one' grep -q ' removed     thing-more:all 1.0  NOT COMPLETED$' <<<"$out"
rm /var/lib/dpkg/info/thing-more.prerm
package stable changes 1.0
package stable changes 2.0 "Architecture: $(dpkg --print-architecture)"
dpkg --install /repo/stable/changes_1.0_*.deb >/dev/null 2>&1; dpkg --install /repo/stable/changes_2.0_*.deb >/dev/null 2>&1
run --package changes
check 'an upgrade that changed the architecture is complete' test "$(grep -c 'upgraded    changes:all 1.0 -> 2.0$' <<<"$out"):$(grep -c 'NOT COMPLETED' <<<"$out")" = 1:0
sed -i 's/^[0-9-]* /2020-01-01 /' /var/log/dpkg.log
run --package thing
check 'what is older is left out' grep -q '^3 changes within 7 days (thing); what came without dpkg ' <<<"$out"
finish
