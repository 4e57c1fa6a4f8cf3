#!/usr/bin/env bash
# packages: openssh-sftp-server
. "$HARNESS"
ran_on dpkg "$(dpkg-query --version | sed -n '1s/.* \([0-9.]*\) .*/\1/p')"
printf '#!/bin/sh\n' >/usr/local/bin/tool && chmod 755 /usr/local/bin/tool
touch -d '3 years ago' /usr/local/bin/tool
run --directory /usr/local/bin
check 'a time that was set back hides nothing' bash -c '[ "$1" = 0 ] && grep -Eqx "$(date +%F) [0-9:]{5}  -rwxr-xr-x root +NO PACKAGE  /usr/local/bin/tool" <<<"$2"' _ "$status" "$out"
check 'the sum' grep -qx "$(find /usr/local/bin -type f -ctime -7 | wc -l) files changed within 7 days; $(find /usr/local/bin -type f -ctime -7 | wc -l) of them: NO PACKAGE" <<<"$out"
mkdir /usr/lib/many && seq -f '/usr/lib/many/%g' 400 | xargs touch && seq -f '/usr/lib/many/%g' 2 400 >/var/lib/dpkg/info/many.list
run --directory /usr/lib/many
check 'of many changed files none is taken for packaged unseen' test "$(grep 'NO PACKAGE  ' <<<"$out" | sed 's/.*  //' | paste -sd ' ')" = /usr/lib/many/1
rm -r /usr/lib/many /var/lib/dpkg/info/many.list
sleep 1.1
chmod 4755 /usr/lib/openssh/sftp-server
run --directory /usr/lib/openssh
check 'a changed mode of a file of a package is found, latest first' grep -Eq '^[0-9-]+ [0-9:]+  -rwsr-xr-x root +/usr/lib/openssh/sftp-server$' <<<"$(head -n 1 <<<"$out")"
chmod 711 '/usr/bin/['
dpkg-divert --quiet --local --rename --divert /usr/bin/diff.real --add /usr/bin/diff
: >'/usr/bin/l*'
run --directory /usr/bin
check 'a diverted file belongs to its package' grep -Eq '^[0-9-]+ [0-9:]+  -rwxr-xr-x root  +/usr/bin/diff.real$' <<<"$out"
check 'one whose name would be a pattern for others does not' grep -qF 'NO PACKAGE  /usr/bin/l*' <<<"$out"
check 'a name that is half a pattern belongs to its package' grep -Eq '^[0-9-]+ [0-9:]+  -rwx--x--x root +/usr/bin/\[$' <<<"$out"
mv /usr/local/sbin /opt/own && ln -s /opt/own /usr/local/sbin
printf '#!/bin/sh\n' >/opt/own/linked && chmod 755 /opt/own/linked
run
check 'a place that is a link is looked into, too' grep -q 'NO PACKAGE  /opt/own/linked$' <<<"$out"
mkdir -p '/opt/odd bin' && cp /bin/true $'/opt/odd bin/a\nb' && useradd ana && chown ana '/opt/odd bin'/*
run --directory '/opt/odd bin'
check 'odd names are one line, with their owner' grep -Eq "root|ana +NO PACKAGE  .*a.nb'$" <<<"$(head -n 1 <<<"$out")"
check 'and counted' grep -q '^1 files changed within 7 days; 1 of' <<<"$out"
mkdir '/opt/odd bin/more' && mount -t tmpfs more '/opt/odd bin/more'
run --directory '/opt/odd bin'
check 'another file system is told' grep -qx 'note: not entered, another file system: /opt/odd bin/more' <<<"$err"
run --directory /nowhere
check 'a directory that is not there is refused' test "$status" -eq 3
chmod 700 '/opt/odd bin'
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" --directory '/opt/odd bin' >/dev/null 2>&1
check 'what cannot be searched is a failure' test "$?" -eq 1
finish
