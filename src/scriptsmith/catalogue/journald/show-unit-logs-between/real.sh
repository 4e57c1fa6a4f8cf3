#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use journal
log '2026-03-01 11:59:59' _SYSTEMD_UNIT=web.service SYSLOG_IDENTIFIER=web MESSAGE=before
log '2026-03-01 12:00:00' _SYSTEMD_UNIT=web.service SYSLOG_IDENTIFIER=web $'MESSAGE=trace\n  at one\n  at two'
log '2026-03-01 12:01:00' _SYSTEMD_UNIT=other.service SYSLOG_IDENTIFIER=web MESSAGE=other
log '2026-03-01 12:02:00' UNIT=web.service _SYSTEMD_UNIT=init.scope SYSLOG_IDENTIFIER=systemd 'MESSAGE=Started web.'
log '2026-03-01 12:30:00' _SYSTEMD_UNIT=web.service SYSLOG_IDENTIFIER=web MESSAGE=last
log '2026-03-01 13:00:01' _SYSTEMD_UNIT=web.service SYSLOG_IDENTIFIER=web MESSAGE=after
log '30 minutes ago' _SYSTEMD_UNIT=web.service SYSLOG_IDENTIFIER=web MESSAGE=lately
write_journal
between=(--since '2026-03-01 12:00' --until '2026-03-01 13:00')
messages() { grep -oE '\]: .*' <<<"$out" | cut -c 4- | paste -sd,; }

run --service web --since '2026-03-01 11:00' --until '2026-03-01 13:00'
check 'a journal that begins later is told' grep -qE '^note: the journal begins at 2026-03-01T11:59:59[^ ]* only$' <<<"$out"
run --service web.service "${between[@]}"
check 'what the unit wrote in that time, and systemd about it' test "$(messages)" = 'trace,Started web.,last'
check 'one that reaches back so far is not' test -z "$(grep '^note' <<<"$out")"
check 'with all its lines' grep -q '  at two$' <<<"$out"
check 'it is counted by message' grep -qx '3 messages of web.service from 2026-03-01 12:00 until 2026-03-01 13:00' <<<"$out"
run --service web "${between[@]}" --lines 3
check 'when as many are wanted none is left out' bash -c 'grep -q trace <<<"$1" && ! grep -q "there are more" <<<"$1"' _ "$out"
run --service web "${between[@]}" --lines 2
check 'with fewer, the latest' bash -c '[ "$1" = Started\ web.,last ] && ! grep -q "at two" <<<"$2" && grep -q "^the latest 2 messages; there are more" <<<"$2"' _ "$(messages)" "$out"
run --service web
check 'the last hour is the default' test "$(messages)" = lately
run --service web --since -10min
check 'silence of which nobody wrote anything is refused' test "$status:$(grep -c 'nobody at all logged' <<<"$err")" = 3:1
run --service none --since -1h
check 'where others wrote it is told' test "$status:$(grep -c '^in the journal is nothing of none from -1h until now; log files' <<<"$out")" = 0:1
run --service web --since "$(date -d '10 minutes' '+%F %H:%M')" --until "$(date -d '20 minutes' '+%F %H:%M')"
check 'what is yet to come is no silence' test "$status:$out" = 3:
run --service web --since 'the other day'
check 'a time that is none is a failure' test "$status" -eq 1
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --service web >/dev/null 2>&1
check 'whoever may not read the journal gets a failure' test "$?" -eq 1
log '9 minutes ago' _UID=65534 SYSLOG_IDENTIFIER=own MESSAGE=mine
write_journal user-65534
chown nobody "$journal/user-65534.journal"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --service nginx >/dev/null 2>&1
check 'so is whoever may read messages of their own alone' test "$?" -eq 3
rm "$journal"/*
run --service nginx
check 'where there is no journal that is told' test "$status" -eq 3
finish
