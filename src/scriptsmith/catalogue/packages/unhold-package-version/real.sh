#!/usr/bin/env bash
. "$HARNESS"
use packages
dpkg --add-architecture i386
for version in 1.0 2.0; do
  for name in thing thing-more; do package stable $name $version; done
  for each in amd64 i386; do package stable both $version "Architecture: $each" 'Multi-Arch: same'; done
done
publish
have thing=1.0 thing-more=1.0 both=1.0 both:i386=1.0
apt-mark hold thing thing-more both:i386 >/dev/null
holds() { apt-mark showhold | paste -sd ' '; }

run --package thing --dry-run
check 'a dry run lifts nothing' test "$(holds)" = 'both:i386 thing thing-more'
check 'the version that would come is shown' grep -qx 'Candidate: 2.0' <<<"$out"
run --package thing
check 'the hold is lifted, others stay' test "$status $(holds)" = '0 both:i386 thing-more'
check 'nothing is upgraded by that' test "$(thing)" = 'thing 1.0'
run --package thing
check 'without a pin none is told' test "$(grep -c pin <<<"$out")" -eq 0
printf 'Package: thing\nPin: version 1.*\nPin-Priority: 1001\n' >/etc/apt/preferences.d/thing
run --package thing
check 'a pin is told' grep -qx 'note: a pin in the preferences of apt (or APT::Default-Release) keeps thing from version 2.0' <<<"$out"
rm /etc/apt/preferences.d/thing
run --package thing
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
check 'and tells what is on hold' grep -qx 'on hold are: both:i386 thing-more' <<<"$out"
run --package both
check 'one of another architecture is found by its name' test "$status $(holds)" = '0 thing-more'
apt-mark hold both >/dev/null
run --package both:i386
check 'the hold of one architecture is not that of the other' bash -c '[ "$1" = "both thing-more" ] && grep -q "^nothing to do" <<<"$2"' _ "$(holds)" "$out"
run --package both:amd64
check 'that of this host may be named' test "$status $(holds)" = '0 thing-more'
apt-get -qqy dist-upgrade >/dev/null 2>&1
check 'the next upgrade takes it along, and what is held stays' test "$(thing) $(thing-more)" = 'thing 2.0 thing-more 1.0'
apt-get -qqy remove thing >/dev/null 2>&1 && echo 'thing hold' | dpkg --set-selections
[[ $(holds) == 'thing thing-more' ]] || { echo "the hold is not there: $(holds)" >&2; exit 1; }
run --package thing
check 'a hold on what is no longer installed is lifted too' test "$status $(holds)" = '0 thing-more'
run --package thnig
check 'a slip of the pen is no package without a hold' test "$status" -eq 3
finish
