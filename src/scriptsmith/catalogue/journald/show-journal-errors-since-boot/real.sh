#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use journal
log '1 hour ago' SYSLOG_IDENTIFIER=other MESSAGE=fine
write_journal
run
check 'a quiet boot is told' bash -c '[ "$1" = 0 ] && [ "$2" = "nothing of priority err or worse since boot" ]' _ "$status" "$(head -n 1 <<<"$out")"
log '9 days ago' BOOT=1 PRIORITY=2 SYSLOG_IDENTIFIER=old 'MESSAGE=of the boot before'
for n in {1..5}; do log "$n minutes ago" PRIORITY=3 SYSLOG_IDENTIFIER=sshd _PID="$n" "MESSAGE=error: $n"; done
for n in {1..3}; do log "$n minutes ago" PRIORITY=0 SYSLOG_IDENTIFIER=kernel _TRANSPORT=kernel "MESSAGE=mce: [Hardware Error]: $n"; done
log '7 minutes ago' PRIORITY=4 SYSLOG_IDENTIFIER=app 'MESSAGE=a warning'
log '6 minutes ago' PRIORITY=3 SYSLOG_IDENTIFIER=java $'MESSAGE=trace\n  at x\n  at y'
rm "$journal"/*
write_journal

run --lines 2
check 'errors and worse of this boot are counted' grep -qx '9 messages of priority err or worse since boot, by source:' <<<"$out"
check 'by source, the most first' test "$(awk 'NF == 2 && $1 ~ /^[0-9]+$/ { print $1, $2 }' <<<"$out" | paste -sd,)" = '5 sshd,3 kernel,1 java'
check 'the latest are shown' test "$(sed '1,/^latest lines:/d' <<<"$out" | grep -c ': 1$')" -eq 2
run --priority warning
check 'a milder priority shows more' grep -q '^10 messages of priority warning' <<<"$out"
run --priority crit
check 'a graver one less' grep -q '^3 messages of priority crit' <<<"$out"
rm "$journal"/*
log '5 hours' SYSLOG_IDENTIFIER=late MESSAGE=fine
write_journal
run
check 'a journal that begins hours after this machine is told' grep -q '^nothing of priority err or worse since 20.*NOT SINCE BOOT$' <<<"$out"
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
