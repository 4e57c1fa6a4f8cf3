#!/usr/bin/env bash
# packages: tar xz-utils
. "$HARNESS"
ran_on tar "$(tar --version | sed -n '1s/.* //p')"

mkdir -p 'tree/etc/my app' out
printf 'first\n' >'tree/etc/my app/conf'; printf 'other\n' >tree/etc/conf
for kind in tar tar.gz tar.xz; do
  tar -C tree -caf "a b.$kind" .
  run --archive "a b.$kind" --member '/etc/my app/conf' --destination out
  check "a file is restored from $kind" bash -c '[ "$1" -eq 0 ] && grep -qx first out/conf && rm out/conf' _ "$status"
done
chmod 755 tree/etc/conf; chown 4711 tree/etc/conf; tar -C tree -cf owned.tar etc/conf
run --archive owned.tar --member etc/conf --destination out
check 'owner and mode of the restored file are told' grep -q ' not those of the archive: root:root 600$' <<<"$out"
rm out/conf
run --archive 'a b.tar' --member etc/conf --destination out --dry-run
check 'a dry run writes nothing' test "$status" -eq 0 -a -z "$(ls -A out)"
printf 'second and longer\n' >'tree/etc/my app/conf'; tar -C tree -rf 'a b.tar' './etc/my app/conf'
printf '3\n' >'tree/etc/my app/conf'; tar -C tree -rf 'a b.tar' './etc/my app/conf'
run --archive 'a b.tar' --member './etc/my app/conf' --destination out
check 'of three generations the last is restored' test "$status:$(cat out/conf)" = 0:3
check 'and that is said' grep -q 'holds it 3 times' <<<"$out"
run --archive 'a b.tar' --member etc/conf --destination out
check 'a file that is there is not overwritten' test "$status:$(cat out/conf):$(cat out/conf.restored-*)" = 0:3:other
head -c 100 'a b.tar.gz' >cut.tar.gz
run --archive cut.tar.gz --member etc/conf --destination out
check 'a damaged archive is a failure' test "$status" -eq 1
touch 'tree/etc/a\tb'; tar -C tree -cf back.tar 'etc'
run --archive back.tar --member 'etc/a\tb' --destination out
check 'a backslash in a name is one' test "$status" -eq 0 -a -e 'out/a\tb'
run --archive 'a b.tar' --member etc --destination out
check 'a directory is refused' test "$status" -eq 3
mkdir -p many/etc out2 && (cd many && printf 'etc/a-file-with-quite-a-long-name-%d\n' {1..3000} | xargs touch && echo wanted >etc/wanted)
tar -cf many.tar -C many etc
mkdir full && mount -t tmpfs -o size=8k full full && { cat /dev/zero >full/fill; } 2>/dev/null
TMPDIR=$PWD/full run --archive many.tar --member etc/wanted --destination out2
check 'what is in a long archive is found where no temporary file can be written' test "$status:$(cat out2/wanted)" = 0:wanted
umount full
finish
