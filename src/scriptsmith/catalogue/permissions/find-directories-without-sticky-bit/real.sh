#!/usr/bin/env bash
# packages: findutils
. "$HARNESS"
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
useradd --create-home app
mkdir -p '/srv/tree/open dir/below' /srv/tree/closed /srv/tree/sticky /srv/tree/'(odd)' /srv/other/open
chmod 777 '/srv/tree/open dir' /srv/other/open /srv/tree/'(odd)'
chmod 1777 /srv/tree/sticky
chmod 775 /srv/tree/closed
chown app: '/srv/tree/open dir'
mkdir /srv/tree/mounted && mount -t tmpfs -o mode=0777 other /srv/tree/mounted && mkdir -m 777 /srv/tree/mounted/inside
ln -s /srv/tree /srv/link

run --directory /srv/tree
check 'open directories without the bit are a failure' test "$status" -eq 1
check 'each is told with mode and owner' test "$(grep -c -e '^drwxrwxrwx app:app  /srv/tree/open\\ dir$' -e '^drwxrwxrwx root:root  /srv/tree/\\(odd\\)$' <<<"$out")" -eq 2
check 'what has the bit or is closed is not; another file system is entered, and its root is counted once' grep -q '^4 directories without the sticky bit' <<<"$out"
run --directory /srv/link
check 'a link is followed' bash -c '[ "$1" -eq 1 ] && grep -q "^4 directories" <<<"$2" && grep -q "  /srv/link/mounted/inside$" <<<"$2"' _ "$status" "$out"
echo 'domain users:x:6000:' >>/etc/group && chgrp 6000 '/srv/tree/open dir'
run --directory /srv/tree
check 'a group whose name has a space moves nothing' grep -qFx 'drwxrwxrwx app:domain users  /srv/tree/open\ dir' <<<"$out"
mkdir /srv/again && mount --bind /srv/tree /srv/again
run --directory /srv/again
check 'a bind mount of the same file system is searched' bash -c '[ "$1" -eq 1 ] && grep -q "^2 directories" <<<"$2"' _ "$status" "$out"
run
check 'from / all file systems of this host are searched' grep -q '  /srv/tree/mounted/inside$' <<<"$out"
run --directory /srv/tree/mounted
check 'the directory that is named counts too' bash -c '[ "$1" -eq 1 ] && grep -q "^2 directories" <<<"$2"' _ "$status" "$out"
eval "chmod +t $(sed -n 's/^drwxrwxrwx [^ ]*  //p' <<<"$out" | paste -sd ' ')"
run --directory /srv/tree/mounted
check 'with the bit it succeeds' test "$status" -eq 0
mkdir /srv/tree/rare && mount -t ramfs -o mode=0777 other /srv/tree/rare
run --directory /srv/tree
check 'a rarer kind of file system is entered, too' grep -q '  /srv/tree/rare$' <<<"$out"
umount /srv/tree/rare
chmod 700 /srv/tree/closed
check 'what cannot be searched is no good answer' bash -c 'su app -c "bash $SCRIPT --directory /srv/tree" 2>&1 | grep -q "not all of"'
finish
