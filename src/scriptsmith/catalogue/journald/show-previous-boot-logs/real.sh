#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use journal

log '6 days ago' BOOT=5 SYSLOG_IDENTIFIER=app 'MESSAGE=the oldest'
systemd() { log "$1" BOOT="$2" SYSLOG_IDENTIFIER=systemd _PID="$3" "MESSAGE=$4"; }
journald() { log "$1" BOOT="$2" SYSLOG_IDENTIFIER=systemd-journald _PID=300 "MESSAGE=$3"; }
systemd '5 days ago' 4 1 'Reached target shutdown.target - System Shutdown.'
systemd '5 days ago' 4 1 'Reached target reboot.target - System Reboot.'
journald '5 days ago' 4 'Journal stopped'
journald '4 days ago' 3 'Received SIGTERM from PID 1 (systemd).'
journald '4 days ago' 3 'Journal stopped'
journald '4 days ago' 3 'Journal started'
systemd '4 days ago' 3 812 'Reached target shutdown.target - Shutdown.'
log '4 days ago' BOOT=3 SYSLOG_IDENTIFIER=app 'MESSAGE=alive'
log '3 days ago' BOOT=2 SYSLOG_IDENTIFIER=kernel _TRANSPORT=kernel 'MESSAGE=BUG: unable to handle page fault'
log '2 days ago' BOOT=1 SYSLOG_IDENTIFIER=app $'MESSAGE=one\nKernel panic in a text'
for n in {1..9}; do log '2 days ago' BOOT=1 SYSLOG_IDENTIFIER=app "MESSAGE=line $n"; done
systemd '7 days ago' 6 1 'Reached target basic.target - Basic System.'
systemd '7 days ago' 6 1 'Stopping systemd-journal-flush.service - Flush Journal to Persistent Storage...'
log now SYSLOG_IDENTIFIER=app 'MESSAGE=the present'
write_journal
ended() { sed -n 's/^it ended: //p' <<<"$out"; }

run --lines 3
check 'the last lines of the boot before are shown' test "$(grep -o 'line [0-9]$' <<<"$out" | paste -sd,)" = 'line 7,line 8,line 9'
check 'power that failed is told, whatever a text says' grep -q ^ABRUPTLY <<<"$(ended)"
check 'the boots are listed' test "$(grep -cE '^ *(-[0-9]|0) [0-9a-f]{32} ' <<<"$out")" -eq 5
run --boots-ago 6
check 'a journal that leaves /var before the end is a shutdown' test "$(ended)" = 'with an orderly shutdown'
run --boots-ago 2
check 'a crash of the kernel is told' test "$(ended)" = 'with a KERNEL PANIC or OOPS'
run --boots-ago 3
check 'a logout and a restart of journald are no shutdown' grep -q ^ABRUPTLY <<<"$(ended)"
run --boots-ago 4 --lines 1
check 'a shutdown is, also with few lines' test "$(ended)" = 'with an orderly shutdown'
run --boots-ago 7
check 'a boot of which nothing is known is refused' test "$status" -eq 3
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
