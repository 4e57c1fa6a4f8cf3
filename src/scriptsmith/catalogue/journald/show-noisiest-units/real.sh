#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use journal
for n in {1..30}; do log "$n minutes ago" SYSLOG_IDENTIFIER=nginx _PID="$((n + 900))" "MESSAGE=GET /$n 10.0.0.$n: ok"; done
for n in {1..20}; do log "$n minutes ago" SYSLOG_IDENTIFIER=kernel _TRANSPORT=kernel "MESSAGE=usb 1-$n: new device"; done
for n in {1..9}; do log '5 minutes ago' SYSLOG_IDENTIFIER=java $'MESSAGE=trace\n2026-11-20T10:00:00+0000 fake other[1]: not a line\n  at x'; done
log '3 minutes ago' SYSLOG_IDENTIFIER=systemd-journald 'MESSAGE=Suppressed 4711 messages from nginx.service'
for n in {1..50}; do log '2 hours ago' SYSLOG_IDENTIFIER=old 'MESSAGE=long ago'; done
write_journal

run --limit 3
check 'it succeeds' test "$status" -eq 0
check 'the noisiest come first, whatever their processes' test "$(awk '$2 ~ /%$/ { print $1, $3 }' <<<"$out" | paste -sd,)" = '30 nginx,20 kernel,9 java'
check 'with their share' grep -Eqx ' +30 +50\.0%  nginx' <<<"$out"
check 'in all' grep -qx '60 lines in 60 minutes, 1 a minute' <<<"$out"
check 'with an example, the latest' grep -q '^for example: .*GET /1 10.0.0.1: ok$' <<<"$out"
check 'what was dropped is told' grep -q 'Suppressed 4711 messages from nginx.service' <<<"$out"
check 'a journal that goes back so far is not said to begin later' test "$(grep -c '^note' <<<"$out")" -eq 0
run --minutes 180
check 'one that does not is' grep -Eq '^note: the journal begins at .* only, (119|120) minutes ago$' <<<"$out"
check 'a longer time shows more' grep -Eq '^ +50 +[0-9.]+%  old$' <<<"$out"
mkdir /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run --limit 3 # before 5.1 bash keeps each text it redirects in a file there
umount /full
check 'a full disk for temporary files does no harm' test "$status:$(grep -c '^60 lines in 60 minutes' <<<"$out")" = 0:1
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever may not read the journal is refused' test "$?" -eq 3
log '9 minutes ago' _UID=65534 SYSLOG_IDENTIFIER=own MESSAGE=mine
write_journal user-65534
chown nobody "$journal/user-65534.journal"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'so is whoever may read messages of their own alone' test "$?" -eq 3
rm "$journal"/*
run
check 'where there is no journal that is told' test "$status" -eq 3
finish
