#!/usr/bin/env bash
. "$HARNESS"
use journal
log '2 days ago' SYSLOG_IDENTIFIER=app MESSAGE=one
write_journal system@1
log '1 hour ago' SYSLOG_IDENTIFIER=app MESSAGE=two
write_journal
touch -d '2026-01-02 12:00' "$journal/system@1.journal"
rm -rf /run/log/journal
taken=$(du --summarize --block-size=1M /var/log/journal | cut -f 1)

run
check 'it succeeds' test "$status" -eq 0
check 'the sum is that of journalctl' grep -qxF "$(journalctl --disk-usage)" <<<"$out"
check 'the directory is measured' grep -Eqx "/var/log/journal: ($((taken - 1))|$taken) MiB in 2 files, the oldest last written 2026-01-02" <<<"$out"
check 'the one in memory is not there' grep -qx '/run/log/journal: not there' <<<"$out"
check 'its file system is shown' grep -Eq '^  file system / is [0-9]+% full, [0-9.]+[KMGT] left$' <<<"$out"
check 'without limits the default is told' grep -q '^  SystemMaxUse is not set: ' <<<"$out"
mkdir -p /srv && mv /var/log/journal /srv/journal && ln -s /srv/journal /var/log/journal
run
check 'a journal that was moved behind a link is measured' bash -c 'grep -qxF "$(journalctl --disk-usage)" <<<"$1" && grep -q "^/var/log/journal: [0-9]* MiB in 2 files, the oldest last written 2026-01-02" <<<"$1" && ! grep -q "^/var/log/journal: 0 MiB" <<<"$1"' _ "$out"
rm /var/log/journal && mv /srv/journal /var/log/journal
log '1 hour ago' SYSLOG_IDENTIFIER=app MESSAGE=mine
write_journal user-65534
chown nobody $journal/user-65534.journal
chmod 640 $journal/*
run
check 'root is told of nothing that it cannot see' test -z "$err"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
check 'to another user a part is shown, which is told' test "$status:$(grep -c '^note: 2 files or directories of the journal are not readable here' .err)" = 0:1
check 'for the sum is that of his own files' bash -c '! grep -qxF "$(journalctl --disk-usage)" .out'
mkdir -p /etc/systemd/journald.conf.d /usr/lib/systemd/journald.conf.d /run/systemd/journald.conf.d
printf '[Journal]\nSystemMaxUse=1G\n' >/etc/systemd/journald.conf.d/10-here.conf
printf '[Journal]\nSystemMaxUse=2G\n' >/usr/lib/systemd/journald.conf.d/80-package.conf
printf '[Journal]\nSystemMaxUse=3G\n' >/usr/lib/systemd/journald.conf.d/10-here.conf
printf '[Journal]\n#SystemMaxUse=4G\nMaxRetentionSec=1month' >/run/systemd/journald.conf.d/90-run.conf
run
check 'the limits stand in the order in which systemd reads them' cmp <(grep -oE '^  [A-Z][A-Za-z]+=[^ ]+' <<<"$out") \
  <(systemd-analyze cat-config systemd/journald.conf | grep -E '^[A-Z].*=' | sed 's/^/  /')
check 'there are three' test "$(grep -cE '^  (System|Max)' <<<"$out")" -eq 3
mkdir -p /mnt/other/etc && cp -a /etc/machine-id /mnt/other/etc
run --root /mnt/other
check 'of another tree its own is told' grep -q '/mnt/other/var/log/journal: not there' <<<"$out"
finish
