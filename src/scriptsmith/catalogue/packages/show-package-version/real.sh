#!/usr/bin/env bash
. "$HARNESS"
use packages
use rpm
dpkg --add-architecture i386
for version in 1.0 1:0.9; do
  for each in amd64 i386; do package stable both $version "Architecture: $each" 'Multi-Arch: same'; done
done
for each in $(seq 30); do package stable many "1.$each"; done
package stable thing 1.0
publish
have both=1.0 both:i386=1.0 many=1.1 thing
apt-mark hold both:i386 >/dev/null

by="(by package lists of $(date -r /var/lib/apt/lists '+%F %H:%M'))"
run --package both
check 'both architectures are shown, and which is on hold' test "$(sort <<<"$out")" = "available: 1:0.9 $by"$'\ninstalled: both 1.0 (amd64)\ninstalled: both 1.0 (i386), on hold'
check 'it succeeds' test "$status" -eq 0
for each in 1 2 3 4 5 6 7 8; do run --package many; [[ $out == *"available: 1.30 $by" ]] || break; done
check 'with many versions the newest is available, every time' test "$each $out" = $'8 installed: many 1.1 (all)\n'"available: 1.30 $by"
package own own 1.0 && dpkg -i /repo/own/own_1.0_all.deb >/dev/null && rm -r /repo/own
run --package own
check 'what was installed from a file is in no archive, and that is told' test "$status:$out" = "0:installed: own 1.0 (all)"$'\n'"available: none ${by%)}, no archive has it: 1.0 is only what is installed here)"
package beside many 1.40 && dpkg -i /repo/beside/many_1.40_all.deb >/dev/null && rm -r /repo/beside
run --package many
check 'a version from a file is not the available one' test "$(tail -n 1 <<<"$out")" = "available: 1.30 ${by%)}, but apt keeps 1.40, which no archive has)"
apt-get -qqy remove thing >/dev/null 2>&1
run --package thing
check 'what is removed counts as missing' test "$status" -eq 1
check 'what it left and what there is are told' test "$out" = $'removed, configuration left: thing 1.0\n'"available: 1.0 $by"$'\nnot installed: thing'
run --package nowhere
check 'one that nobody knows is missing too' test "$status:$out" = "1:available: none $by"$'\nnot installed: nowhere'
rpm_package tool 3.1
cp /var/lib/dpkg/status status && echo 'no field' >>/var/lib/dpkg/status
run --package both
check 'a database of dpkg that cannot be read is no missing package' test "$status:$(grep -c 'not installed' <<<"$out")" = 3:0
cp status /var/lib/dpkg/status
cp /var/lib/dpkg/status status && : >/var/lib/dpkg/status && mv /var/lib/dpkg/info info
run --package tool
check 'rpm is asked where dpkg is there and knows of no package' test "$status:$(head -n 1 <<<"$out")" = '0:installed: tool 3.1-1 (noarch)'
mv info /var/lib/dpkg/info && cp status /var/lib/dpkg/status
without_dpkg
run --package tool
check 'where there is only rpm it is asked' test "$status:$(head -n 1 <<<"$out")" = '0:installed: tool 3.1-1 (noarch)'
check 'that it was not asked what is available is told' test "$(tail -n 1 <<<"$out")" = 'available: not asked here (see dnf list, yum list or zypper info)'
run --package tools
check 'and what it does not have is missing' test "$status:$(tail -n 1 <<<"$out")" = '1:not installed: tools'
for file in "$(rpm --eval '%{_dbpath}')"/rpmdb*; do printf 'no database of rpm at all\n' >"$file"; done
run --package tool
check 'a database of rpm that cannot be read is no missing package' test "$status:$(grep -c 'not installed' <<<"$out")" = 3:0
finish
