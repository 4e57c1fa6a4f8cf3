#!/usr/bin/env bash
# packages: psmisc
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

file_system data 60M mkfs.ext4 -q
file_system 'two words' 60M mkfs.ext4 -q
mkdir /mnt/data/below
mount -t tmpfs none /mnt/data/below
run --path /mnt/data
check 'with another one below it is refused' bash -c '[ "$1" = 3 ] && grep -qx "mounted below it, unmount first: /mnt/data/below" <<<"$2"' _ "$status" "$out"
umount /mnt/data/below
(cd /mnt/data && exec sleep 300) &
user=$!
await bash -c '[ "$(readlink /proc/'"$user"'/cwd)" = /mnt/data ]'
run --path /mnt/data
check 'one in use stays' bash -c '[ "$1" = 1 ] && mountpoint -q /mnt/data' _ "$status"
check 'and who uses it is told' grep -q "$user .*c.*sleep" <<<"$out"
kill "$user"
wait "$user" 2>/dev/null
run --path /mnt/data --dry-run
check 'a dry run unmounts nothing' mountpoint -q /mnt/data
run --path /mnt/data
check 'it succeeds' bash -c '[ "$1" = 0 ] && ! mountpoint -q /mnt/data' _ "$status"
run --path /mnt/data
check 'a second run has nothing to do' grep -qx 'not mounted: /mnt/data' <<<"$out"
run --path '/mnt/two words'
check 'a name with a blank is taken' bash -c '[ "$1" = 0 ] && ! mountpoint -q "/mnt/two words"' _ "$status"
for path in / /proc /tmp; do
  run --path "$path"
  check "$path, which the host needs, is refused" test "$status" -eq 3
done
finish
