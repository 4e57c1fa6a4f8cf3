#!/usr/bin/env bash
# packages: psmisc
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

file_system data 60M mkfs.ext4 -q
file_system 'two words' 60M mkfs.ext4 -q
file_system shared 60M mkfs.ext4 -q
mkdir /mnt/shared/folder /srv/folder && mount --bind /mnt/shared/folder /srv/folder
writable() { touch "$1/probe" 2>/dev/null; }
run --path /mnt/data --dry-run
check 'a dry run changes nothing' bash -c '[ "$1" = 0 ] && touch /mnt/data/probe' _ "$status"
exec 5>/mnt/data/open
run --path /mnt/data
check 'with a file open for writing the kernel refuses' bash -c '[ "$1" = 1 ] && touch /mnt/data/probe' _ "$status"
check 'and who has it open is told' grep -Eq ' F.... bash|F.... bash' <<<"$out"
exec 5>&-
run --path /mnt/data
check 'it succeeds' test "$status" -eq 0
check 'nothing can be written' bash -c '! touch /mnt/data/probe 2>/dev/null'
run --path /mnt/data
check 'a second run has nothing to do' grep -qx 'read-only already: /mnt/data' <<<"$out"
run --path /srv/folder
check 'a bind mount is refused, for the whole file system would be set' test "$status" -eq 3
run --path /mnt/shared
check 'so is the file system behind it' bash -c '[ "$1" = 3 ] && grep -q /srv/folder <<<"$2"' _ "$status" "$err"
check 'both stay' bash -c 'touch /mnt/shared/probe /srv/folder/probe'
mount -o remount,bind,ro /srv/folder
run --path /srv/folder
check 'a bind mount that alone is read-only protects nothing' bash -c '[ "$1" = 3 ] && ! touch /srv/folder/probe 2>/dev/null && touch /mnt/shared/folder/probe' _ "$status"
mount -t tmpfs lower '/mnt/two words'
run --path '/mnt/two words'
check 'of two in one place the upper one is set' bash -c '[ "$1" = 0 ] && ! touch "/mnt/two words/probe" 2>/dev/null && [ "$(stat -f -c %T "/mnt/two words")" = tmpfs ]' _ "$status"
umount '/mnt/two words'
check 'and the lower one is not' touch '/mnt/two words/probe'
run --path '/mnt/two words'
check 'a name with a blank is taken' bash -c '[ "$1" = 0 ] && ! touch "/mnt/two words/probe" 2>/dev/null' _ "$status"
file_system outer 60M mkfs.ext4 -q
file_system inner 60M mkfs.ext4 -q /mnt/outer/inner
run --path /mnt/outer
check 'one that is mounted below stays writable, and that is a failure' bash -c '[ "$1" = 1 ] && grep -q "can be written to: ./mnt/outer/inner.$" <<<"$2" && touch /mnt/outer/inner/probe && ! touch /mnt/outer/probe 2>/dev/null' _ "$status" "$err"
run --path /mnt/outer/inner && run --path /mnt/outer
check 'with all of them set it is done' bash -c '[ "$1" = 0 ] && ! touch /mnt/outer/inner/probe 2>/dev/null' _ "$status"
mkdir /devices && mount -t tmpfs devices /devices && run --path /devices
check 'a name that only begins like one of the host is not refused' test "$status" -eq 0
for path in / /tmp /mnt/none /mnt; do
  run --path "$path"
  check "$path (needed, absent, no mount point) is refused" test "$status" -eq 3
done
finish
