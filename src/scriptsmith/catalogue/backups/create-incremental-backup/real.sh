#!/usr/bin/env bash
# packages: tar
. "$HARNESS"
use disks
ran_on tar "$(tar --version | sed -n '1s/.* //p')"

mkdir -p 'my data/sub' back new
printf 'one\n' >'my data/a'; printf 'gone\n' >'my data/sub/b'
touch -d '3 days ago' 'my data/a' 'my data/sub/b'
mkdir 'my data/other fs' && mount -t tmpfs other 'my data/other fs' && printf 'x\n' >'my data/other fs/file'
run --source 'my data' --destination back --dry-run
check 'a dry run writes nothing' test "$status" -eq 0 -a -z "$(ls -A back)"
run --source 'my data' --destination back
check 'the first archive is full' test "$status:$(tar -tzf back/*-full.tar.gz | grep -v '/$' | tr '\n' ' ')" = '0:./my data/a ./my data/sub/b '
check 'what is mounted below is told to be left out' grep -qxF "note: left out, for another file system is mounted there: $PWD/my\\ data/other\\ fs" <<<"$out"
umount 'my data/other fs' && rmdir 'my data/other fs'
sleep 1.1
rm 'my data/sub/b'; printf 'two\n' >'my data/c'; printf 'changed\n' >'my data/a'
run --source 'my data/' --destination back
check 'the next one is an increment' test "$status" -eq 0 -a -n "$(ls back/*-incr.tar.gz)"
check 'with what changed, and nothing else' test "$(tar -tzf back/*-incr.tar.gz | grep -v '/$' | sort | tr '\n' ' ')" = './my data/a ./my data/c '
for archive in back/*-full.tar.gz back/*-incr.tar.gz; do tar -xzf "$archive" -C new --listed-incremental=/dev/null; done
check 'both restored in order give the directory, without what was deleted' diff -r 'my data' 'new/my data'
check 'only the owner can read the archives' test "$(stat -c %a back/*.tar.gz | sort -u)" = 600
mkdir kept lost && cp -a back/. lost && rm lost/*-full.tar.gz
sleep 1.1
run --source 'my data' --destination lost
check 'without its full archive a series is begun anew' test "$status:$(tar -tzf lost/*-full.tar.gz | grep -v '/$' | sort | tr '\n' ' ')" = '0:./my data/a ./my data/c '
mkdir -p 'other/my data'; printf 'old\n' >'other/my data/file'; touch -d '9 days ago' 'other/my data/file' 'other/my data'
run --source 'other/my data' --destination back
check 'another directory of that name is refused' test "$status" -eq 3
check 'and nothing is written of it' test "$(ls back/*.tar.gz | wc -l)" -eq 2
sleep 1.1
run --source 'my data' --destination back --level full
check 'a new series can be begun' test "$(ls back/*-full.tar.gz | wc -l)" -eq 2
mkdir small && mount -t tmpfs -o size=40k small small && head -c 200000 /dev/urandom >'my data/big'
run --source 'my data' --destination small
check 'without room it fails, and leaves no archive' test "$status" -eq 1 -a -z "$(ls small | grep -v 'source$')"
mkdir moved && file_system first 20M mkfs.ext4 -q "$PWD/moved" && printf 'old\n' >moved/file && mkdir far
sleep 1.1
run --source moved --destination far
umount moved; losetup --detach "$device"; disk other 1M >/dev/null; device=$(losetup --find --show /disks/first); echo "$device" >>/run/disks; mount "$device" moved
sleep 1.1; printf 'new\n' >moved/more
run --source moved --destination far
check 'a device that has another number is no reason to take everything' test "$status:$(tar -tzf far/*-incr.tar.gz | grep -v '/$' | tr '\n' ' ')" = '0:./moved/more '
umount moved
finish
