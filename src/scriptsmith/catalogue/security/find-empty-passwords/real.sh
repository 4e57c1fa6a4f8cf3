#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
useradd --create-home --shell /bin/bash ana && echo ana:secret | chpasswd
useradd --create-home ben
enters() { setpriv --reuid nobody --regid nogroup --clear-groups su "$1" -c true </dev/null; }

run
check 'a new host has none' bash -c '[ "$1" = 0 ] && grep -q ", 0 without a password$" <<<"$2"' _ "$status" "$out"
check 'every account is looked at' grep -q "^$(getent -s files passwd | wc -l) accounts looked at" <<<"$out"
passwd --quiet --delete ben
check 'everybody enters an account without a password' enters ben
run
check 'it is found' bash -c '[ "$1" = 1 ] && [ "$(grep "^EMPTY" <<<"$2")" = "EMPTY PASSWORD: ben (shell /bin/sh)" ]' _ "$status" "$out"
passwd --quiet --lock ben
run
check 'one that is locked is in order' test "$status" -eq 0
sed -i 's/^ana:x:/ana::/' /etc/passwd
check 'without the x in the passwd file everybody enters too' enters ana
run
check 'and that is found' bash -c '[ "$1" = 1 ] && grep -qx "EMPTY PASSWORD: ana (shell /bin/bash)" <<<"$2"' _ "$status" "$out"
check 'no hash is shown' test -z "$(grep -F '$y$' <<<"$out$err")"
sed -i 's/^passwd:.*/passwd: files sss/' /etc/nsswitch.conf
run
check 'that accounts of a directory are not looked at is told' grep -qx 'not looked at: the accounts of a directory (nsswitch.conf: files sss)' <<<"$out"
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
