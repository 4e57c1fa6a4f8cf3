#!/usr/bin/env bash
. "$HARNESS"
use packages
dpkg --add-architecture i386
for version in 1.0 2.0; do
  for name in thing thing-more; do package stable $name $version; done
  for each in amd64 i386; do package stable both $version "Architecture: $each" 'Multi-Arch: same'; done
  package stable foreign $version 'Architecture: i386'
  package stable needs $version "Depends: thing (>= $version)"
done
mkdir -p /meta/DEBIAN /meta/usr/share/doc/meta && echo x >/meta/usr/share/doc/meta/copyright
printf '%s\n' 'Package: meta' 'Version: 1' 'Architecture: all' 'Maintainer: n <n@example.org>' 'Description: x' 'Depends: thing-more (>= 1) | nothing, needs' >/meta/DEBIAN/control
publish
dpkg-deb --root-owner-group --build /meta /meta.deb >/dev/null
have thing=1.0 thing-more=1.0 both=1.0 both:i386=1.0 foreign:i386=1.0 needs=1.0

run --package thing --dry-run
check 'a dry run holds nothing' test "$status:$(apt-mark showhold)" = 0:
run --package thing
check 'the package is on hold, and no other' test "$status:$(apt-mark showhold)" = 0:thing
run --package thing
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to change: thing .* 1.0$" <<<"$2"' _ "$status" "$out"
run --package foreign
check 'one of another architecture is held' test "$status:$(apt-mark showhold)" = "0:foreign:i386"$'\n'thing
apt-mark hold both >/dev/null
run --package both:i386
check 'a hold on one architecture is none on the other' test "$(dpkg-query --show --showformat='${db:Status-Want}' both:i386)" = hold
apt-mark unhold both both:i386 >/dev/null
run --package both
check 'without one all its architectures are held' test "$(dpkg-query --show --showformat='${db:Status-Want} ' both)" = 'hold hold '
dpkg --install /meta.deb >/dev/null
run --package meta
check 'a package that only stands for others is no hold on these, and that is told' grep -qx 'note: meta has no files of its own; what it stands for is upgraded all the same, unless held too: thing-more needs' <<<"$out"
run --package thing
check 'of one with files that is not said' test -z "$(grep '^note' <<<"$out")"
run --package thing-none
check 'what is not installed is refused' test "$status" -eq 3
apt-get -qqy dist-upgrade >/dev/null 2>&1
check 'an upgrade passes it over' test "$(thing) $(both)" = 'thing 1.0 both 1.0'
check 'and brings others up' test "$(thing-more)" = 'thing-more 2.0'
apt-get -qqy install needs >/dev/null 2>&1
check 'nothing that needs a newer one brings it either' test "$(thing) $(needs)" = 'thing 1.0 needs 1.0'
finish
