#!/usr/bin/env bash
. "$HARNESS"
use packages
package stable deep 1.0
package stable library 1.5 'Depends: deep'
package stable user 1.0 'Depends: library'
package stable asked-for 1.0
package stable advised 1.0
package stable adviser 1.0 'Recommends: advised'
package stable "image-$(uname -r)" 1.0
package stable meta 1.0 "Depends: image-$(uname -r)"
publish
have user asked-for meta
apt-get -qqy install adviser >/dev/null 2>&1
run
check 'what is needed is not listed' bash -c '[ "$1" -eq 0 ] && grep -q "^none: " <<<"$2"' _ "$status" "$out"
apt-get -qqy remove user meta >/dev/null 2>&1
run
check 'what came with a package that is gone is listed, with its space' grep -qx ' *100 KiB  library 1.5' <<<"$out"
check 'so is what that had needed' grep -qx ' *100 KiB  deep 1.0' <<<"$out"
check 'the running kernel is pointed out' grep -q "image-$(uname -r) 1.0  THE RUNNING KERNEL$" <<<"$out"
check 'what was asked for, or is advised by it, is not' bash -c '! grep -Eq "asked-for|advise" <<<"$1"' _ "$out"
check 'they are counted' grep -qx '3 packages, 300KB in all' <<<"$out"
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '^3 packages, 300KB in all' <<<"$out")" = 0:1
check 'nothing is removed' test -e /usr/bin/library -a -e /usr/bin/deep
echo 'APT::Get::Purge "true";' >/etc/apt/apt.conf.d/99purge
run
check 'where apt is set to purge, they are the same' grep -qx '3 packages, 300KB in all' <<<"$out"
rm /etc/apt/apt.conf.d/99purge
apt-mark manual library >/dev/null
run
check 'what is kept by hand, and what that needs, is not listed' bash -c '! grep -Eq "library|deep" <<<"$1"' _ "$out"
finish
