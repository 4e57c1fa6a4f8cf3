#!/usr/bin/env bash
# packages: passwd
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
useradd --create-home ana
groupadd deploy
groupadd other
usermod --append --groups other ana

run --user ana --group deploy --dry-run
check 'a dry run changes nothing' test "$(id -nG ana)" = 'ana other'
run --user ana --group deploy
check 'it succeeds' test "$status" -eq 0
check 'the user is a member, and stays in the others' test "$(id -nG ana | tr ' ' '\n' | sort | paste -sd ' ')" = 'ana deploy other'
run --user ana --group deploy
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --user ana --group ana
check 'the primary group counts' grep -q '^nothing to do' <<<"$out"
run --user ana --group shadow
check 'what a group gives is said' grep -q '^warning: members of shadow' <<<"$err"
run --user ana --group nobody-at-all
check 'a group that is not there is refused' test "$status" -eq 3
run --user nobody-at-all --group deploy
check 'a user who is not there is refused' test "$status" -eq 3
finish
