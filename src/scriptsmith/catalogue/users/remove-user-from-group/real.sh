#!/usr/bin/env bash
# packages: passwd
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
run --user ana --group ana
check 'the primary group is refused' test "$status" -eq 3
finish
