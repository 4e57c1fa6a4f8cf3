#!/usr/bin/env bash
. "$HARNESS"
use packages
use rpm
for name in thing other third; do package stable $name 1.0; done
publish
have thing other
printf '# as of a container\npath-exclude=/usr/share/third/*\npath-exclude /usr/bin/*\npath-include=/usr/bin/third\n' >/etc/dpkg/dpkg.cfg.d/excludes
have third
check 'dpkg leaves out what it is told to' bash -c '[ ! -e "/usr/share/third/data of third" ] && [ -e /usr/bin/third ]'
run --package third
check 'that is not missing' bash -c '[ "$1" -eq 0 ] && grep -q "^1 files were never installed, as path-exclude" <<<"$2"' _ "$status" "$out"
mv /usr/bin/third /usr/bin/away
run --package third
check 'what is included again is, when it is gone' bash -c '[ "$1" -eq 1 ] && grep -qx "CHANGED: missing /usr/bin/third" <<<"$2"' _ "$status" "$out"
mv /usr/bin/away /usr/bin/third
rm /etc/dpkg/dpkg.cfg.d/excludes
run --package thing
check 'an untouched package is in order' bash -c '[ "$1" -eq 0 ] && grep -q "^in order: .* 0 changed or missing configuration" <<<"$2"' _ "$status" "$out"
chmod 4777 /usr/bin/thing
run --package thing
check 'dpkg knows no modes, and that is said' test "$status:$(grep -c 'not looked at: files of no package, owners, modes, links$' <<<"$out")" = 0:1
chmod 755 /usr/bin/thing
echo more >>/etc/thing.conf
run --package thing
check 'changed configuration is told, and no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^configuration: .* /etc/thing.conf$" <<<"$2"' _ "$status" "$out"
echo more >>/usr/bin/thing && rm '/usr/share/thing/data of thing'
run --package thing
check 'a changed program is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "^CHANGED: .* /usr/bin/thing$" <<<"$2"' _ "$status" "$out"
check 'a missing file is told' grep -qx 'CHANGED: missing /usr/share/thing/data of thing' <<<"$out"
check 'they are counted' grep -qx '2 changed or missing files, 1 changed or missing configuration files (thing)' <<<"$out"
run --package other
check 'another package is in order' test "$status" -eq 0
sums=/var/lib/dpkg/info/other.md5sums
cp $sums .sums && rm $sums
run --package other
check 'one without checksums is not in order' bash -c '[ "$1" -eq 1 ] && grep -qx "NOT COMPARED: other has no recorded checksums" <<<"$2"' _ "$status" "$out"
printf '%s' "$(<.sums)" >$sums
echo more >>/etc/other.conf
run --package other
check 'a check that dpkg broke off is a failure' bash -c '[ "$1" -eq 1 ] && ! grep -q "^in order" <<<"$2"' _ "$status" "$out"
cp .sums $sums
setpriv --reuid nobody --clear-groups bash "$SCRIPT" --package other >.out 2>.err; status=$?
check 'an ordinary user, who cannot read all, is refused' test "$status" -eq 3
apt-get -qqy remove other >/dev/null 2>&1
for name in other nowhere; do
  run --package $name
  check "$name is not installed" test "$status" -eq 3
done
rpm_package tool 3.1
without_dpkg
run --package tool
check 'rpm is asked where there is no dpkg' bash -c '[ "$1" -eq 0 ] && grep -q "^in order" <<<"$2"' _ "$status" "$out"
check 'rpm looks at owners and modes' grep -q 'not looked at: files of no package$' <<<"$out"
touch /usr/bin/tool && echo more >>/etc/tool.conf
run --package tool
check 'a time alone is no change, configuration none that matters' test "$status:$(grep -c -e '^time only: .* /usr/bin/tool$' -e '^configuration: .* /etc/tool.conf$' <<<"$out")" = 0:2
chmod 4777 /usr/bin/tool
run --package tool
check 'a changed mode is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "^CHANGED: .M.* /usr/bin/tool$" <<<"$2"' _ "$status" "$out"
echo more >>/usr/bin/tool
run --package tool
check 'a changed program is a failure there too' bash -c '[ "$1" -eq 1 ] && grep -q "^CHANGED: .* /usr/bin/tool$" <<<"$2"' _ "$status" "$out"
run
check 'all packages are asked' grep -qx '1 changed or missing files, 1 changed or missing configuration files (all)' <<<"$out"
finish
