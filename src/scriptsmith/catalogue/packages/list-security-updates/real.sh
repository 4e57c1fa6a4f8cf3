#!/usr/bin/env bash
. "$HARNESS"
use packages
for name in plain surpassed held back meta done; do package stable $name 1.0; done
package stable plain 2.0
package stable-security done 0.9
publish
have plain=1.0 surpassed held back meta done
run
check 'without any it succeeds' bash -c '[ "$1" -eq 0 ] && grep -q "^0 security updates are waiting in archives named for security; " <<<"$2"' _ "$status" "$out"
check 'the age of the lists is told' grep -qx 'package lists: 0 days old' <<<"$out"
package stable-security surpassed 1.1
package stable surpassed 1.2
package stable-security held 1.1
package stable-security back 1.1 'Depends: not-to-be-had'
package stable-security kernel 6.1
package stable-security meta 1.1 'Depends: kernel'
publish
apt-mark hold held >/dev/null
before=$(dpkg --list)
run
check 'waiting updates are a failure' test "$status" -eq 1
archive='(file:/repo/stable-security ./ Packages)'
check 'one is listed' grep -qxF "meta  1.0 -> 1.1  $archive" <<<"$out"
check 'so is the new package that it brings' grep -q '^kernel  not installed -> 6.1 ' <<<"$out"
check 'one that another archive surpasses is listed' grep -qxF "surpassed  1.0 -> 1.1  $archive" <<<"$out"
check 'one on hold is listed and marked' grep -qxF "held  1.0 -> 1.1  $archive  ON HOLD" <<<"$out"
check 'one that an upgrade keeps back too' grep -qxF "back  1.0 -> 1.1  $archive  NOT PART OF AN UPGRADE" <<<"$out"
check 'all are counted, and nothing else' grep -q '^5 security updates are waiting in archives named for security; ' <<<"$out"
check 'an ordinary update and an older version are not listed' bash -c '! grep -Eq "^(plain|done) " <<<"$1"' _ "$out"
check 'nothing is installed' test "$(dpkg --list)" = "$before"
printf 'Package: meta\nPin: version 1.0\nPin-Priority: 999\n' >/etc/apt/preferences.d/meta
run
check 'one that a pin keeps is marked as such' grep -q '^meta  1.0 -> 1.1 .*  KEPT BY A PIN ' <<<"$out"
rm -rf /var/lib/apt/lists/*
run
check 'without package lists it says so, and counts nothing' bash -c '[ "$1" = 3 ] && grep -q "no security archive is among" <<<"$2" && ! grep -q "are waiting" <<<"$3"' _ "$status" "$err" "$out"
finish
