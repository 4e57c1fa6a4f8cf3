#!/usr/bin/env bash
. "$HARNESS"
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

mkdir -p /srv/source/inner '/srv/with blank' /srv/target /srv/full
echo hello >/srv/source/file
echo x >/srv/full/file
run --source /srv/source --target /srv/target --dry-run
check 'a dry run mounts nothing' bash -c '[ "$1" = 0 ] && [ ! -e /srv/target/file ]' _ "$status"
run --source /srv/source --target /srv/full
check 'what lies in a full directory is not hidden' test "$status" -eq 3
run --source /srv/source --target /usr
check 'nor what the host needs' test "$status" -eq 3
run --source /srv/source --target /srv/target
check 'it succeeds' test "$status" -eq 0
check 'the second place shows the first' test "$(cat /srv/target/file)" = hello
run --source /srv/source --target /srv/target
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
mkdir -p /srv/source/below /library/place && mount -t tmpfs other /srv/source/below
run --source /srv/source --target /library/place
check 'what is mounted below it is named' bash -c '[ "$1" = 0 ] && grep -q "^note: /srv/source/below, which is mounted below it" <<<"$2"' _ "$status" "$err"
umount /library/place /srv/source/below
run --source /srv/source --target '/srv/with blank'
check 'a name with a blank is taken' test -e '/srv/with blank/file'
line=$(sed -n 's/.*in .etc.fstab: //p' <<<"$out")
umount '/srv/with blank'
echo "$line" >/etc/fstab
mount '/srv/with blank'
check 'the line for fstab mounts it again' test -e '/srv/with blank/file'
finish
