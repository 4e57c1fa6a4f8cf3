#!/usr/bin/env bash
. "$HARNESS"
use packages
maintainer() { [[ $1 != unfinished ]] || printf '#!/bin/sh\nexit 1\n'; }
package stable library 1.0
for version in 1.0 2.0; do package stable thing $version 'Depends: library'; done
package stable enemy 1.0 'Conflicts: thing'
package stable greedy 1.0 'Depends: not-to-be-had'
package stable unfinished 1.0
package stable delivery 1.0 'Provides: delivery-agent'
package stable libx++ 1.0
publish
is() { [[ $(version_of "$1") == "$2" ]]; }

run --package thing --version 1.0 --dry-run
check 'a dry run names the version and what comes with it' bash -c 'grep -qx "would install: thing 1.0, .*" <<<"$1" && grep -qx "  library 1.0" <<<"$1"' _ "$out"
check 'a dry run installs nothing' bash -c '! command -v thing library'
run --package thing --version 1.0
check 'an older version is installed where it is named, with what it needs' test "$status $(thing) $(library)" = '0 thing 1.0 library 1.0'
run --package thing
check 'without a version nothing is upgraded' bash -c '[ "$1" -eq 0 ] && [ "$(thing)" = "thing 1.0" ] && grep -q "^nothing to do: thing 1.0" <<<"$2"' _ "$status" "$out"
echo version=ours >/etc/thing.conf
run --package thing --version 2.0
check 'a newer version is installed where it is named' bash -c '[ "$1" -eq 0 ] && [ "$(thing)" = "thing 2.0" ]' _ "$status"
check 'a changed configuration file is kept' grep -qx version=ours /etc/thing.conf
run --package thing --version 1.0
check 'a downgrade is refused' bash -c '[ "$1" -eq 3 ] && [ "$(thing)" = "thing 2.0" ]' _ "$status"
run --package enemy
check 'removing another package is refused' bash -c '[ "$1" -eq 3 ] && command -v thing && ! command -v enemy' _ "$status"
for each in thing=3.0 greedy=any delivery-agent=any 'lib.*=any' nowhere=any; do
  run --package "${each%=*}" --version "${each#*=}"
  check "$each cannot be had" test "$status" -eq 3 -o "$status" -eq 2 -a "$each" = 'lib.*=any'
done
run --package libx++
check 'a name with plus signs is installed' is libx++ 'installed 1.0'
run --package unfinished
check 'a package whose script fails is a failure' test "$status" -eq 1
run --package unfinished
check 'and is not taken for installed then' test "$status" -eq 1
dpkg --purge unfinished >/dev/null 2>&1
apt-mark hold thing >/dev/null
package stable thing 3.0
publish
run --package thing --version 3.0
check 'a package on hold stays at its version' bash -c '[ "$1" -eq 3 ] && [ "$(thing)" = "thing 2.0" ]' _ "$status"
package other fresh 1.0
publish
sed -i 's/trusted=yes/allow-insecure=yes/' /etc/apt/sources.list && apt-get -qq update 2>/dev/null
run --package fresh
check 'packages without a signature are not installed' bash -c '[ "$1" -ne 0 ] && ! command -v fresh' _ "$status"
finish
