#!/usr/bin/env bash
# packages: coreutils findutils passwd
. "$HARNESS"
ran_on coreutils "$(dpkg-query --show --showformat '${Version}' coreutils)"
useradd --create-home app
groupadd web
mkdir -p '/srv/app/a folder/below' /srv/other
touch '/srv/app/a folder/below/file' /srv/app/x /srv/other/kept
ln -s /srv/other/kept /srv/app/link
ln -s /srv/other /srv/app/folder-link
mount -t tmpfs other /srv/app/a\ folder/below -o mode=755
touch '/srv/app/a folder/below/inside'
mkdir '/srv/app/b[*]' /srv/app/bx && touch /srv/app/bx/file && mount --bind /srv/other '/srv/app/b[*]'
foreign() { find /srv/app -xdev ! -user app ! -path '*/below*' ! -path '/srv/app/b\[\*\]*' | wc -l; }

run --directory /srv/app --user app --dry-run
check 'a dry run changes nothing' test "$(stat -c %U /srv/app/x)" = root
run --directory /srv/app --user app
check 'it succeeds' test "$status" -eq 0
check 'everything belongs to the user, links themselves too' test "$(foreign)" -eq 0
check 'what links point to stays' test "$(stat -c %U /srv/other/kept /srv/other | paste -sd ' ')" = 'root root'
check 'groups stay' test "$(stat -c %G /srv/app/x)" = root
check 'another file system below stays, its root too' test "$(stat -c %U '/srv/app/a folder/below/inside' '/srv/app/a folder/below' | paste -sd ' ')" = 'root root'
check 'so does a directory that is mounted there' test "$(stat -c %U /srv/other /srv/other/kept | paste -sd ' ')" = 'root root'
check 'both are named' test "$(grep '^left out' <<<"$out" | sed 's/.*: //' | sort | paste -sd ' ')" = '/srv/app/a\ folder/below /srv/app/b\[\*\]'
run --directory /srv/app --user app
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --directory /srv/app --user app --group web
check 'the group is set where it is named' test "$(stat -c %G /srv/app/x)" = web
cp /bin/true /srv/app/special && chmod 4755 /srv/app/special
run --directory /srv/app --user app --dry-run
check 'lost setuid bits are said before' grep -q 'lose their setuid' <<<"$err"
command -v setcap >/dev/null && { chown root /srv/app/x && setcap cap_net_bind_service=ep /srv/app/x
  run --directory /srv/app --user app --dry-run
  check 'and lost capabilities' grep -q '^warning: 1 files lose their capabilities' <<<"$err"; }
mkdir -p /srv/busy && (while :; do touch /srv/busy/{1..300}; rm -f /srv/busy/*; done) & busy=$!
for _ in {1..30}; do
  run --directory /srv/busy --user app --dry-run
  [[ $status == 0 ]] || break
done
kill "$busy"
check 'files that go while it looks are no reason to refuse' test "$status" -eq 0
mkdir -p /var/lib/docker/volumes
for wide in /var/lib/docker /var/lib/docker/volumes / /srv /etc /var/lib /usr/lib/x/..; do
  run --directory "$wide" --user app
  check "$wide is refused" test "$status" -eq 3
done
run --directory /srv/app --user nobody-at-all
check 'a user who is not there is refused' test "$status" -eq 3
finish
