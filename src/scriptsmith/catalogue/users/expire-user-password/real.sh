#!/usr/bin/env bash
# packages: passwd
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
for name in ana keys locked; do useradd --create-home $name; done
printf 'ana:secret\nlocked:secret\n' | chpasswd
usermod --lock locked
changed() { getent shadow "$1" | cut -d : -f 3; }
chage --lastday 2026-01-02 ana

run --user ana --dry-run
check 'a dry run changes nothing' test "$(changed ana)" != 0
check 'when it was changed last is told' grep -q 'last changed: 2026-01-02' <<<"$out"
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'the password must be changed, as chage tells it' grep -q 'password must be changed' <<<"$(LC_ALL=C chage --list ana)"
hash=$(getent shadow ana | cut -d : -f 2)
check 'the password itself is as it was, so whoever knows it gets in' bash -c '[[ $2 == \$* ]] && grep -q "log in once and choose the new one" <<<"$1"' _ "$err" "$hash"
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --user locked
check 'a locked password is refused' test "$status" -eq 3
check 'and is not touched' test "$(changed locked)" != 0
run --user keys
check 'an account without a password too' test "$status" -eq 3
run --user root
check 'and root' test "$status" -eq 3
finish
