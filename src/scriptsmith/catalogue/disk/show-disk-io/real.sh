#!/usr/bin/env bash
# packages: procps locales mawk
. "$HARNESS"
use disks

file_system busy 100M mkfs.ext4 -q
ran_on Linux "$(uname -r | cut -d- -f1)"
cp "$(command -v dd)" /usr/local/bin/big-writer
(while :; do big-writer if=/dev/zero of=/mnt/busy/file bs=1M count=8 oflag=direct conv=notrunc 2>/dev/null; done) &
writer=$!
exec 3>/mnt/busy/slow
(while :; do head -c 65536 /dev/zero >&3; sync; sleep 0.1; done) &
second=$!
run --seconds 2
kill $writer $second
check 'it succeeds' test "$status" -eq 0
row=$(grep "^${device#/dev/} " <<<"$out")
check 'the busy device is told' test -n "$row"
check 'with what is written, and time that each takes' awk '{ exit !($3 > 0 && $5 > 0.01 && $7 > 0) }' <<<"$row"
check 'and nothing read' awk '{ exit !($4 < 1) }' <<<"$row"
check 'a process that writes is told' grep -Eq '^ +[0-9]+ +[0-9.]+ +[1-9][0-9.]+  (big-writer|bash|head)$' <<<"$out"
check 'it took as long as asked' grep -Eq '^measured for [2-9]\.' <<<"$out"
update-alternatives --quiet --set awk /usr/bin/mawk # as on Debian and Ubuntu
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
check 'it reads numbers by the locale' test "$(LC_ALL=de_DE.UTF-8 awk 'BEGIN { print "1.9" * 10 }')" = 10
LC_ALL=de_DE.UTF-8 run --seconds 1
check 'which is no hindrance' bash -c '[ "$1" = 0 ] && grep -Eq "^measured for [1-9]\.[0-9]{2} s$" <<<"$2"' _ "$status" "$out"
finish
