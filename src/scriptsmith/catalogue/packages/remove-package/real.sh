#!/usr/bin/env bash
. "$HARNESS"
use packages
maintainer() { [[ $1 != unfinished ]] || printf '#!/bin/sh\nexit 1\n'; }
package stable library 1.0
package stable user 1.0 'Depends: library'
package stable second 1.0 'Depends: library'
package stable unfinished 1.0
package stable web-core 1.0
package stable mta-a 1.0 'Provides: mta'
package stable mta-b 1.0 'Provides: mta'
package stable cronlike 1.0 'Depends: mta-b | mta'
dpkg --add-architecture i386
for each in amd64 i386; do package stable both 1.0 "Architecture: $each" 'Multi-Arch: same'; done
package stable foreign 1.0 'Architecture: i386'
package stable wrap 1.0
package stable tailscale 1.0 'Depends: wrap'
publish
# A metapackage: nothing but its documentation.
mkdir -p /repo/.meta/DEBIAN /repo/.meta/usr/share/doc/web && echo x >/repo/.meta/usr/share/doc/web/copyright
printf '%s\n' 'Package: web' 'Version: 1.0' 'Architecture: all' 'Maintainer: Nobody <nobody@example.org>' 'Description: made for a test' 'Depends: web-core' >/repo/.meta/DEBIAN/control
dpkg-deb --root-owner-group --build /repo/.meta /repo/stable >/dev/null; rm -r /repo/.meta; publish
have user second both both:i386 foreign:i386
is() { [[ $(version_of "$1") == "$2"* ]]; }

run --package library
check 'a package that others need is refused, with their names' bash -c '[ "$1" -eq 3 ] && grep -q "^to be removed: .*second.*" <<<"$2"' _ "$status" "$out"
run --package library --also 1
check 'one too many is refused' test "$status" -eq 3
check 'then all are there' is second installed
run --package library --also 2 --dry-run
check 'a dry run removes nothing' is library installed
run --package second
check 'a package is removed' is second config-files
check 'its configuration stays' test -s /etc/second.conf -a ! -e /usr/bin/second
check 'what it needed stays, though nobody asked for it' is library installed
run --package second
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
run --package library --also 1
check 'as many as allowed go with it' bash -c '[ "$1" -eq 0 ] && ! command -v library user' _ "$status"
apt-get -qqy install unfinished >/dev/null 2>&1
is unfinished half-configured || { echo 'the installation of unfinished did not fail' >&2; exit 1; }
run --package unfinished
check 'what was never configured is removed too' is unfinished config-files
run --package both
check 'of two architectures one must be named' bash -c '[ "$1" -eq 3 ] && grep -q both:i386 <<<"$2"' _ "$status" "$err"
run --package both:i386
check 'the named one goes, the other stays' test "$status $(version_of both:i386) $(version_of both:amd64)" = '0 config-files 1.0 installed 1.0'
run --package foreign
check 'one of another architecture is found without it' bash -c '[ "$1" -eq 0 ] && ! test -e /usr/bin/foreign' _ "$status"
apt-mark hold both >/dev/null
run --package both
check 'a package on hold is refused, and stays' bash -c '[ "$1" -eq 3 ] && test -e /usr/bin/both' _ "$status"
run --package libc6 --also 9999
check 'what essential ones need is refused' test "$status" -eq 3
run --package dpkg --also 9999 --dry-run
check 'an essential one is refused by its name' bash -c '[ "$1" -eq 3 ] && grep -q "dpkg is essential" <<<"$2"' _ "$status" "$err"
have tailscale
run --package wrap --also 9
check 'a dependent that lets people in stays' test "$status:$(version_of tailscale):$(grep -c 'tailscale would go with it' <<<"$err")" = '3:installed 1.0:1'
run --package tailscale
check 'and goes by its own name' test "$status" -eq 0
run --package wrap
check 'what it needed then goes too' is wrap config-files
have web mta-a; have cronlike
run --package web
check 'a metapackage is refused, with what holds the program' test "$status:$(version_of web):$(grep -c 'name them: web-core$' <<<"$err")" = '3:installed 1.0:1'
run --package mta-a
check 'what would be installed in its place has to be allowed' test "$status:$(grep -c 'and 1 be installed; allow' <<<"$err"):$(is mta-b installed && echo there)" = 3:1:
check 'and until then all stays' is mta-a installed
run --package mta-a --also 1
check 'and is then' test "$status:$(version_of mta-b)" = '0:installed 1.0'
finish
