#!/usr/bin/env bash
# packages: findutils passwd
. "$HARNESS"
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
useradd --create-home app
useradd --uid 4321 --no-create-home leaver && groupadd --gid 5432 team
mkdir -p '/srv/tree/a dir' && touch '/srv/tree/a dir/of leaver' /srv/tree/of-team /srv/tree/of-both /srv/tree/fine
chown leaver:app '/srv/tree/a dir/of leaver' && chown app:team /srv/tree/of-team && chown leaver:team /srv/tree/of-both
ln -s /nowhere /srv/tree/link && chown --no-dereference leaver /srv/tree/link
ln -s tree /srv/alias
run --directory /srv/tree
check 'as long as the accounts are there nothing is found' bash -c '[ "$1" -eq 0 ] && grep -q "^0 files" <<<"$2"' _ "$status" "$out"
groupdel leaver 2>/dev/null
userdel leaver && groupdel team
run --directory /srv/tree
check 'files of deleted accounts are a failure' test "$status" -eq 1
check 'a deleted user is told' grep -qx 'f  user 4321  *	*/srv/tree/a dir/of leaver' <<<"$out"
check 'a deleted group is told' grep -Eqx 'f  group 5432 +/srv/tree/of-team' <<<"$out"
check 'both are told' grep -Eqx 'f  user 4321, group 5432 +/srv/tree/of-both' <<<"$out"
check 'a link itself counts' grep -Eqx 'l  user 4321 +/srv/tree/link' <<<"$out"
check 'others do not' grep -q '^4 files without owner or group below ' <<<"$out"
check 'the sum for a number is told' grep -Eqx 'sum: +2 of user 4321' <<<"$out"
run --directory /srv/alias --limit 1
check 'a link to a directory is followed, and no more shown than asked' test "$status:$(grep -c '^[fl]  ' <<<"$out"):$(grep -c 'and 3 more' <<<"$out")" = 1:1:1
mkdir /srv/tree/mounted && mount -t tmpfs -o uid=4321 other /srv/tree/mounted && touch /srv/tree/mounted/inside && chown 4321 /srv/tree/mounted/inside
run --directory /srv/tree
check 'another file system of this host is searched too, and its root counts once' test "$(grep -c '/srv/tree/mounted$' <<<"$out"):$(grep -c '/srv/tree/mounted/inside$' <<<"$out")" = 1:1
umount /srv/tree/mounted
echo 'domain users:x:6000:' >>/etc/group && touch '/srv/tree/a dir/of both' && chown 4321:6000 '/srv/tree/a dir/of both'
run --directory /srv/tree
check 'a group whose name has a space moves nothing' grep -Eqx 'f  user 4321 +/srv/tree/a dir/of both' <<<"$out"
rm '/srv/tree/a dir/of both'
useradd --uid 4321 --no-create-home next
run --directory /srv/tree
check 'the next account with the number owns them' grep -q '^2 files without' <<<"$out"
finish
