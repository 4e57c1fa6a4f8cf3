#!/usr/bin/env bash
. "$HARNESS"
use packages
for name in plain surpassed held back same old; do package stable $name 1.0; done
package stable plain 2.0 'Depends: library' 'Conflicts: old'
package stable library 1.0
package stable held 2.0
package stable-security surpassed 1.1
package stable-security same 0.9
package stable surpassed 1.2
package stable back 2.0 'Depends: not-to-be-had'
publish
have plain=1.0 surpassed=1.0 held=1.0 back=1.0 same old
apt-mark hold held >/dev/null
before=$(dpkg --list)
run
check 'it succeeds' test "$status" -eq 0
check 'an upgrade is listed with both versions' grep -Eqx 'plain +1.0 +2.0 +Debian:stable *' <<<"$out"
check 'the newest one counts' grep -Eq '^surpassed +1.0 +1.2 ' <<<"$out"
check 'it is a security update all the same; a new package is no upgrade' grep -qx '2 upgradable, 1 of them security updates, 1 new packages would come with them' <<<"$out"
check 'a removal is pointed out' grep -qx 'a full upgrade would remove: old' <<<"$out"
check 'what is kept back is named' grep -q '^kept back, not counted:.* back' <<<"$out"
check 'what is on hold is named' grep -qx 'on hold, not counted: held' <<<"$out"
check 'nothing else is listed' bash -c '! grep -Eq "^(same|old|library|held|back) " <<<"$1"' _ "$out"
check 'nothing is changed' test "$(dpkg --list)" = "$before"
printf 'Package: surpassed\nPin: version 1.0\nPin-Priority: 999\n' >/etc/apt/preferences.d/surpassed
run --scope security
check 'a security update that a pin keeps is named' grep -qx 'a security update WAITS, .* not counted: surpassed' <<<"$out"
check 'and not counted' grep -q '^1 upgradable, 0 of them' <<<"$out"
rm /etc/apt/preferences.d/surpassed
run --scope security
check 'security updates alone' bash -c '! grep -q "^plain" <<<"$1" && grep -q "^surpassed" <<<"$1"' _ "$out"
apt-get -qqy dist-upgrade >/dev/null 2>&1
run
check 'after the upgrade there is nothing' grep -q '^0 upgradable, 0 of them' <<<"$out"
rm -rf /var/lib/apt/lists/*
run
check 'without package lists nothing is said of upgrades' test "$status:$out" = 3:
publish
echo 'broken [' >/etc/apt/sources.list
run
check 'an apt that does not work is a failure' test "$status" -eq 1
finish
