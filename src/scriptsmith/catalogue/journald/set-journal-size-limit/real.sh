#!/usr/bin/env bash
. "$HARNESS"
use systemd
file=/etc/systemd/journald.conf.d/60-size.conf
limit() { journalctl --sync; journalctl --boot --identifier=systemd-journald --output=cat | sed -n 's/^System Journal .*, max \([^,]*\),.*/\1/p' | tail -n 1; }
logger --tag here 'a message of before'
before=$(limit)

run --size 24 --dry-run
check 'a dry run writes nothing' bash -c '[ ! -e "$1" ] && grep -q "Archived and active journals take up" <<<"$2"' _ "$file" "$out"
run --size 24
check 'it succeeds' test "$status" -eq 0
check 'journald itself tells the new limit' test "$(limit)" = 24.0M
check 'it was another one before' test "$before" != 24.0M
check 'what was logged before is still there' grep -q 'a message of before' <<<"$(journalctl --identifier=here)"
check 'and it goes on' bash -c 'logger --tag here after && journalctl --sync && journalctl --identifier=here --output=cat | grep -qx after'
started=$(systemctl show --property=MainPID systemd-journald)
run --size 24
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
check 'and restarts nothing' test "$(systemctl show --property=MainPID systemd-journald)" = "$started"
run --size 32
check 'another limit takes its place' test "$(limit)" = 32.0M
check 'the former one is told' grep -qx 'SystemMaxUse=24M' <<<"$out"
sleep 1.1; printf '[Journal]\nSystemMaxUse=48M\nRuntimeMaxUse=48M\n' >"$file"
run --size 48
check 'a file that journald has not read yet is put into force' test "$(limit)" = 48.0M
systemctl reset-failed systemd-journald
run --size 500000
tenth=$(($(df --block-size=1 --output=size /run | tail -n 1) / 10485760))
check 'in memory it is no more than by default' grep -qx "RuntimeMaxUse=${tenth}M" "$file"
run --size 32
mkdir -p /usr/lib/systemd/journald.conf.d
printf '[Journal]\nSystemMaxUse=1G\n' >/usr/lib/systemd/journald.conf.d/70-package.conf
run --size 40
check 'a file of a package that would win is refused' bash -c '[ "$1" = 3 ] && grep -q 32M "$2"' _ "$status" "$file"
printf '[Journal]\nSystemMaxUse = 64M\n' >/usr/lib/systemd/journald.conf.d/70-package.conf
systemctl reset-failed systemd-journald; systemctl restart systemd-journald
check 'journald heeds one with blanks around its sign' test "$(limit)" = 64.0M
run --size 40
check 'so that one is refused, too' bash -c '[ "$1" = 3 ] && grep -q 32M "$2"' _ "$status" "$file"
ln -s /dev/null /etc/systemd/journald.conf.d/70-package.conf
run --size 48
check 'one that is masked does not count' test "$status:$(limit)" = 0:48.0M
for _ in $(seq 900); do head -c 33000 /dev/urandom | base64 --wrap 0; echo; done | logger --tag bulk --size 60000
journalctl --sync; journalctl --rotate
before=$(du -sm /var/log/journal | cut -f1)
systemctl reset-failed systemd-journald
run --size 16 --dry-run
check 'that messages will go is told' grep -q '^warning: the journal takes [0-9]* MiB: its oldest messages are removed at once' <<<"$err"
check 'and a dry run takes none' test "$(du -sm /var/log/journal | cut -f1)" -ge "$before"
run --size 16
check 'they are gone at once' test "$(du -sm /var/log/journal | cut -f1)" -lt "$before"
rm /usr/lib/systemd/journald.conf.d/70-package.conf /etc/systemd/journald.conf.d/70-package.conf
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --size 40 >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
