#!/usr/bin/env bash
# packages: passwd
. "$HARNESS"
use systemd
file=/etc/systemd/journald.conf.d/60-persistent.conf
here=/var/log/journal/$(cat /etc/machine-id)
rm -rf /var/log/journal && mkdir -p /var/log/journal/0123456789abcdef0123456789abcdef
touch /var/log/journal/0123456789abcdef0123456789abcdef/system.journal
mkdir -p /etc/systemd/journald.conf.d && printf '[Journal]\nStorage=volatile\n' >/etc/systemd/journald.conf.d/10-before.conf
systemctl restart systemd-journald
useradd --groups systemd-journal reader
logger --tag here 'a message of before' && journalctl --sync

check 'it is in memory at first' test ! -e "$here"
run --dry-run
check 'a dry run changes nothing' test ! -e "$file" -a ! -e "$here"
run
check 'it succeeds' test "$status" -eq 0
check 'the journal is on disk' grep -q 'a message of before' <<<"$(journalctl --directory="$here" --identifier=here)"
check 'it goes on there' bash -c 'logger --tag here after && journalctl --sync && journalctl --directory="$1" --identifier=here --output=cat | grep -qx after' _ "$here"
check 'who may read the journal may still do so' bash -c 'setpriv --reuid reader --regid reader --init-groups journalctl --identifier=here --output=cat | grep -qx after'
check 'none is left in memory' test -z "$(find /run/log/journal -name '*.journal')"
run
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
rm -r $file /etc/systemd/journald.conf.d/10-before.conf /var/log/journal && systemctl reset-failed systemd-journald
run
systemctl reset-failed systemd-journald
rm $file && mv /var/log/journal /var/log/former && systemctl restart systemd-journald && logger --tag here undone && journalctl --sync
check 'as the undo says, it is in memory again' bash -c 'grep -q ", move /var/log/journal away, and restart" <<<"$1" && [ ! -e /var/log/journal ] && journalctl --identifier=here --output=cat | grep -qx undone' _ "$out"
mkdir -p /usr/lib/systemd/journald.conf.d
printf '[Journal]\nStorage=none\n' >/usr/lib/systemd/journald.conf.d/70-package.conf
run
check 'a file of a package that would win is refused' bash -c '[ "$1" = 3 ] && [ ! -e "$2" ]' _ "$status" "$file"
rm /usr/lib/systemd/journald.conf.d/70-package.conf
mount -t tmpfs -o size=500m tmpfs /var/log
run
check 'a file system in memory keeps nothing' test "$status:$(grep -c 'lies in memory (tmpfs)' <<<"$err")" = 3:1
umount /var/log
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
