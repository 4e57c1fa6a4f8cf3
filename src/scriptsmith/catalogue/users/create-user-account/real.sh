#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
groupadd ops

run --user deploy --full-name 'Deploy robot' --dry-run
check 'a dry run creates nothing' bash -c '! getent passwd deploy && [ ! -e /home/deploy ]'
run --user deploy --full-name 'Deploy robot, CI' --shell /bin/sh
check 'it succeeds' test "$status" -eq 0
check 'the account is there, with its name and shell' test "$(getent passwd deploy | cut -d : -f 5-)" = 'Deploy robot, CI:/home/deploy:/bin/sh'
check 'it has a group of its own' test "$(id -gn deploy)" = deploy
check 'its home is its own, with the usual files' test "$(stat -c %U:%G /home/deploy /home/deploy/.profile | sort -u)" = deploy:deploy
check 'it has no password' grep -q '^deploy L ' <<<"$(passwd --status deploy)"
check 'it can be worked with' test "$(su deploy -c 'cd && touch mine && id -un')" = deploy
shadow=$(cat /etc/shadow)
run --user deploy
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to do: the account is there" <<<"$2"' _ "$status" "$out"
run --user ops
check 'the name of a group is refused' test "$status" -eq 3
mkdir /home/left && touch /home/left/secret
run --user left
check 'a home that somebody left behind is refused' test "$status" -eq 3
run --user ana --shell /bin/nosuchshell
check 'a shell that is not there is refused' test "$status" -eq 3
printf '%s' $$ >/etc/passwd.lock
run --user ana
check 'an account file that is locked is a failure' test "$status" -eq 1
rm /etc/passwd.lock
setpriv --reuid deploy --regid deploy --clear-groups bash "$SCRIPT" --user ana >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
check 'and all these made nothing' test "$(cat /etc/shadow)" = "$shadow"
sed -i 's,^# *HOME=.*,,; $a HOME=/srv/people' /etc/default/useradd
mkdir -p /srv/people/ben
run --user ben
check 'the folder of homes is the one of this host' test "$status" -eq 3
run --user zoe --shell /bin/rbash
check 'its home is there too' test "$(stat -c %U /srv/people/zoe)" = zoe
finish
