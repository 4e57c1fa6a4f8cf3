#!/usr/bin/env bash
# packages: passwd sudo
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
for name in ana ben; do useradd --create-home $name; done
groupadd --force sudo
groupadd deploy
for name in ana ben; do usermod --append --groups deploy,sudo $name; done

run --user ana --group deploy --dry-run
check 'a dry run changes nothing' test "$(getent group deploy | cut -d : -f 4)" = ana,ben
run --user ana --group deploy
check 'it succeeds' test "$status" -eq 0
check 'the user is out, and nobody else' test "$(getent group deploy | cut -d : -f 4)" = ben
check 'the other groups stay' grep -qw sudo <<<"$(id -nG ana)"
run --user ana --group deploy
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --user ana --group sudo
check 'one of two who may become root can go' test "$status" -eq 0
run --user ben --group sudo
check 'the last one is refused' test "$status" -eq 3
check 'and stays' test "$(getent group sudo | cut -d : -f 4)" = ben
groupadd ops
usermod --append --groups ops ana
echo '%ops ALL=(ALL) ALL' >/etc/sudoers.d/ops && chmod 440 /etc/sudoers.d/ops
run --user ana --group ops
check 'the last one who may use sudo by a rule is refused' test "$status:$(getent group ops | cut -d : -f 4)" = 3:ana
printf 'User_Alias CREW = %%ops, root\nCREW ALL=(ALL) ALL\n' >/etc/sudoers.d/ops
run --user ana --group ops
check 'also when the rule names it by an alias' test "$status" -eq 3
for number in {1..900}; do printf '%%group%d ALL=(ALL) /usr/bin/program-%d\n' "$number" "$number"; done >/etc/sudoers.d/many && chmod 440 /etc/sudoers.d/many
mkdir /full && mount -t tmpfs -o size=8k full /full && { cat /dev/zero >/full/fill; } 2>/dev/null
TMPDIR=/full run --user ana --group ops
check 'also where the rules are many, and no temporary file can be written' test "$status:$(getent group ops | cut -d : -f 4)" = 3:ana
umount /full; rm /etc/sudoers.d/many
usermod --append --groups ops ben
useradd --groups sudo away && sed -i 's/^\(sudo:.*\):.*/\1:ben,away/' /etc/group && sed -i '/^away:/d' /etc/passwd
run --user ben --group sudo
check 'a member that has no account is nobody' test "$status:$(getent group sudo | cut -d : -f 4)" = 3:ben,away
usermod --expiredate 2020-01-01 ben
run --user ana --group ops
check 'nor is one whose account has expired' test "$status" -eq 3
usermod --expiredate '' ben
run --user ana --group ops
check 'one of two can go' test "$status:$(getent group ops | cut -d : -f 4)" = 0:ben
run --user ana --group ana
check 'the primary group is refused' test "$status" -eq 3
finish
