#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
useradd --create-home ana
useradd --create-home --expiredate 2040-01-31 ben
printf 'ana:secret\nben:secret\n' | chpasswd
state() { getent shadow "$1" | cut -d : -f 2,8; }
before=$(state ana)

run --user ana --dry-run
check 'a dry run changes nothing' test "$(state ana)" = "$before"
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'the password is locked, as passwd tells it' grep -q '^ana L ' <<<"$(passwd --status ana)"
check 'the account has expired, so that keys are no way in either' grep -q ':1$' <<<"$(state ana)"
check 'login refuses the account' bash -c '! su -s /bin/sh nobody -c "true" || ! setpriv --reuid nobody --regid nogroup --clear-groups su ana -c true </dev/null'
check 'the undo of it is told' grep -qx "undo: usermod --unlock --expiredate '' ana" <<<"$out"
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --user ben
check 'the former expiry date is told' grep -q 'former expiry date: 2040-01-31' <<<"$out"
usermod --unlock --expiredate '' ana
usermod --lock ana
run --user ana
check 'one whose password alone was locked is not called locked' grep -q '^locked: ana' <<<"$out"
useradd --create-home --shell /bin/sh cid
before=$(state cid)
setpriv --reuid cid --regid cid --clear-groups sleep 300 &
await pgrep -u cid sleep
run --user cid
check 'a process without a terminal is told' bash -c 'grep -q "^warning: 1 processes of cid still run" <<<"$1" && grep -q "sleep 300" <<<"$1"' _ "$err"
check 'of an account with keys only the undo leaves the password as it was' bash -c "$(sed -n 's/^undo: //p' <<<"$out") && [ \"\$(getent shadow cid | cut -d : -f 2,8)\" = '$before' ]"
run --user root
check 'root is refused' test "$status" -eq 3
useradd --non-unique --uid 0 --no-create-home toor
run --user toor
check 'another name of root too' test "$status" -eq 3
SUDO_USER=ben run --user ben
check 'and the account of whoever asks' test "$status" -eq 3
run --user nobody-at-all
check 'a user who is not there is refused' test "$status" -eq 3
finish
