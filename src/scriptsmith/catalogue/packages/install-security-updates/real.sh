#!/usr/bin/env bash
# packages: apt apt-utils dpkg
. "$HARNESS"
ran_on apt "$(apt-get --version | sed -n '1s/^apt \([^ ]*\).*/\1/p')"

package() { # ARCHIVE NAME VERSION [FIELD]
  mkdir -p "/build/DEBIAN" "/build/etc" "/srv/$1"
  printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: nobody <n@example.org>\nDescription: x\n%s' "$2" "$3" "${4:+$4$'\n'}" >/build/DEBIAN/control
  printf '/etc/%s.conf\n' "$2" >/build/DEBIAN/conffiles
  echo "$3" >"/build/etc/$2.conf"
  dpkg-deb --build --root-owner-group /build "/srv/$1/$2_$3_all.deb" >/dev/null; rm -r /build
}
index() { # ARCHIVE LABEL
  (cd "/srv/$1" && apt-ftparchive packages . >Packages && apt-ftparchive -o "APT::FTPArchive::Release::Label=$2" -o "APT::FTPArchive::Release::Origin=Debian" -o "APT::FTPArchive::Release::Suite=$1" release . >/run/Release && mv /run/Release Release)
}
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* /var/lib/apt/lists/*
printf 'deb [trusted=yes] file:/srv/stable ./\ndeb [trusted=yes] file:/srv/stable-security ./\n' >/etc/apt/sources.list
for name in holes plain frozen surpassed lacking; do package stable $name 1.0; dpkg --install "/srv/stable/${name}_1.0_all.deb" >/dev/null; done
package stable plain 1.1
package stable-security holes 1.0+deb1 'Depends: helper'
package stable-security helper 1.0
package stable-security frozen 1.0+deb1
package stable-security surpassed 1.0+deb1
package stable surpassed 1.1
index stable Debian; index stable-security Debian-Security
apt-mark hold frozen >/dev/null
apt-mark auto surpassed >/dev/null
echo mine >/etc/holes.conf
version() { dpkg-query --show --showformat '${Version}' "$1"; }
apt-get update -qq
run --dry-run
check 'a dry run installs nothing' test "$status:$(version holes)" = 0:1.0
check 'it tells what it would' grep -qx 'holes  1.0 -> 1.0+deb1' <<<"$out"
rm -rf /var/lib/apt/lists/*
run
check 'it succeeds' test "$status" -eq 0
check 'the update is there, and what it needs' test "$(version holes) $(version helper)" = '1.0+deb1 1.0'
check 'what nothing may need one day may still be removed then' grep -qx helper <<<"$(apt-mark showauto)"
check 'an update of what came as a dependency too' grep -qx surpassed <<<"$(apt-mark showauto)"
check 'and what somebody asked for not' bash -c '! apt-mark showauto | grep -qx holes'
check 'a changed configuration file stays' test "$(cat /etc/holes.conf)" = mine
check 'one that another archive surpasses is installed too' test "$(version surpassed)" = 1.1
check 'that an update waits for what is on hold is told' grep -qx 'a security update WAITS, but they are on hold, and stay: frozen ' <<<"$out"
check 'another update is not installed, and one on hold neither' test "$(version plain) $(version frozen)" = '1.0 1.0'
run
check 'a second run has nothing to do' grep -q '^nothing to install' <<<"$out"
package stable-security surpassed 1.2
index stable-security Debian-Security
printf 'Package: surpassed\nPin: version 1.1\nPin-Priority: 1001\n' >/etc/apt/preferences.d/pinned
run
check 'one that is pinned stays, and that an update waits for it is told' test "$status:$(version surpassed):$(grep -c 'a pin keeps them .*: surpassed $' <<<"$out")" = 3:1.1:1
rm /etc/apt/preferences.d/pinned
echo 'APT::Default-Release "stable";' >/etc/apt/apt.conf.d/default
run
check 'so does one that APT::Default-Release pins' test "$status:$(version surpassed)" = 3:1.1
rm /etc/apt/apt.conf.d/default
run
check 'without a pin it is installed' test "$status:$(version surpassed)" = 0:1.2
package stable-security plain 2.0 'Conflicts: helper'
index stable-security Debian-Security
run
check 'one that would remove another package is refused' test "$status:$(version plain) $(version helper):$(grep -c 'keeps back: plain' <<<"$err")" = '3:1.0 1.0:1'
package stable-security lacking 2.0 'Depends: not-to-be-had'
index stable-security Debian-Security
run
check 'so is one that needs what is not to be had' test "$status:$(grep -c 'keeps back: lacking plain' <<<"$err")" = 3:1
mv /srv/stable-security /srv/away
run
check 'an archive that cannot be read is a failure' test "$status" -eq 1
mv /srv/away /srv/stable-security
sed -i '/security/d' /etc/apt/sources.list
run
check 'without a security archive nothing is said to be in order' test "$status:$(grep -c 'no security archive is among' <<<"$err")" = 3:1
dpkg --unpack /srv/stable/plain_1.1_all.deb >/dev/null
run
check 'while dpkg is interrupted it is refused' test "$status:$(grep -c 'dpkg --configure -a' <<<"$err")" = 3:1
finish
