#!/usr/bin/env bash
# packages: ucf
. "$HARNESS"
use packages
use rpm
for name in alpha beta gamma; do package stable $name 1.0; done
publish
have alpha beta gamma
dpkg-divert --package beta --rename --add --divert /usr/bin/alpha.orig /usr/bin/alpha >/dev/null
dpkg-divert --local --rename --add --divert /usr/bin/beta.orig /usr/bin/beta >/dev/null
printf '#!/bin/sh\n' | tee /usr/bin/alpha >/usr/bin/beta && chmod 755 /usr/bin/alpha /usr/bin/beta
ln -s gamma /usr/bin/other-name
mkdir '/opt/a b' && echo own >'/opt/a b/[own]*'

tells() { check "$1: $3" test "$status:$out" = "$2:$1: $3"; }
run --file gamma && tells /usr/bin/gamma 0 'gamma 1.0'
run --file '/usr/share/gamma/data of gamma' && tells '/usr/share/gamma/data of gamma' 0 'gamma 1.0'
run --file /etc/gamma.conf && tells /etc/gamma.conf 0 'gamma 1.0'
run --file /bin/gamma && tells /bin/gamma 0 'gamma 1.0 (as /usr/bin/gamma)'
run --file other-name && tells /usr/bin/other-name 0 'gamma 1.0 (as /usr/bin/gamma)'
run --file /usr/bin/ls && tells /usr/bin/ls 0 "coreutils $(version_of coreutils | cut -d' ' -f2) (as /bin/ls)"
run --file /usr/bin/alpha && tells /usr/bin/alpha 0 'beta 1.0'
run --file /usr/bin/alpha.orig && tells /usr/bin/alpha.orig 0 'alpha 1.0'
run --file /usr/bin/beta.orig && tells /usr/bin/beta.orig 0 'beta 1.0'
run --file /usr/bin/beta && tells /usr/bin/beta 1 'in the files of no package; a script of one may have made it'
run --file '/opt/a b/[own]*' && tells '/opt/a b/[own]*' 1 'in the files of no package; a script of one may have made it'
echo x >/etc/made.conf && ucfr gamma /etc/made.conf
run --file /etc/made.conf && tells /etc/made.conf 0 'gamma (made by its script, as ucf records)'
apt-get -qqy remove gamma >/dev/null 2>&1
run --file /etc/gamma.conf && tells /etc/gamma.conf 0 'gamma 1.0 (removed, its configuration is left)'
have gamma
run --file /nowhere
check 'a missing file is refused' test "$status" -eq 3
rpm_package tool 3.1
without_dpkg
run --file tool && tells /usr/bin/tool 0 'tool 3.1-1'
run --file /usr/bin/gamma && tells /usr/bin/gamma 1 'in the files of no package; a script of one may have made it'
for each in $(rpm --eval '%_dbpath')/*; do head -c 4096 /dev/urandom >"$each"; done
run --file tool
check 'a database that cannot be read has not said that there is none' test "$status" -eq 1 -a -z "$out"
finish
