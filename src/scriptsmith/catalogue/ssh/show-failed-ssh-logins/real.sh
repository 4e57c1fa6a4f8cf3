#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
use systemd
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
for each in ana ben; do useradd --create-home "$each" && echo "$each:secret" | chpasswd; done
echo 'DenyUsers ben' >/etc/ssh/sshd_config.d/10-test.conf
sed -i 's/pam_unix.so/& nodelay/' /etc/pam.d/common-auth
systemctl start ssh
printf '#!/bin/sh\necho "$WORD"\n' >./ask && chmod +x ./ask
ssh-keygen -q -t ed25519 -N '' -f ./key
sum() { sed -n 's/ failed logins within 24 hours;.*//p' <<<"$out"; }
# login ADDRESS USER PASSWORD TIMES
login() { WORD=$3 SSH_ASKPASS=$PWD/ask SSH_ASKPASS_REQUIRE=force ssh -q -o StrictHostKeyChecking=no -o PubkeyAuthentication=no -o NumberOfPasswordPrompts="$4" -l "$2" "$1" true </dev/null; }

run
check 'none at first' bash -c '[ "$1" = 0 ] && grep -qE "^no failed SSH login within 24 hours \(sshd wrote [1-9][0-9]* lines" <<<"$2"' _ "$status" "$out"
check 'how far the journal goes back is told' grep -q '^note: the journal goes back to' <<<"$err"
login 127.0.0.1 ana secret 1
check 'the right password lets in' test "$?" -eq 0
login 127.0.0.1 ana wrong 2
login ::1 'x from 192.0.2.7 port 22 ssh2' wrong 1
login ::1 'x from 192.0.2.8 port 22 ssh2: RSA SHA256:y' wrong 1
login 127.0.0.1 ben secret 1
journalctl --sync
run
check 'the real sshd lists it all' test "$(journalctl --unit=ssh --output=cat | grep -cE '^Failed password for')" -eq "$(sum)"
check 'wrong passwords are counted by name' grep -Eqx ' +2  ana' <<<"$out"
check 'a name that plays an address does not deceive' grep -qxF '       1  x from 192.0.2.8 port 22 ssh2' <<<"$out"
check 'its address is the true one' grep -Eqx ' +2  ::1' <<<"$out"
check 'and not the other' test -z "$(grep -E '^ +[0-9]+  192.0.2' <<<"$out")"
check 'a user who is refused is counted' grep -Eqx ' +1  ben' <<<"$out"
check 'the most frequent stands first' grep -Eq '  127.0.0.1$' <<<"$(sed -n '/^by address/{n;p}' <<<"$out")"
before=$(sum)
ssh-keygen -q -t ed25519 -N '' -f ./other
install -d -o ana -g ana -m 700 /home/ana/.ssh && install -o ana -g ana -m 600 key.pub /home/ana/.ssh/authorized_keys
printf 'LogLevel VERBOSE\n' >>/etc/ssh/sshd_config.d/10-test.conf
systemctl restart ssh
ssh -q -o StrictHostKeyChecking=no -o IdentitiesOnly=yes -o IdentityFile=./other -o IdentityFile=./key -l ana 127.0.0.1 true </dev/null
check 'the second key lets in' test "$?" -eq 0
journalctl --sync
run
check 'the first one was refused' test "$(journalctl --unit=ssh --output=cat | grep -c '^Failed publickey for ana')" = 1
check 'which is no failed login' test "$(sum)" -eq "$before"
printf 'PasswordAuthentication no\nKbdInteractiveAuthentication no\n' >>/etc/ssh/sshd_config.d/10-test.conf
systemctl restart ssh
login 127.0.0.1 ghost - 1
login 127.0.0.1 root - 1
login 127.0.0.1 ben - 1
journalctl --sync
run
check 'a sshd that takes keys only says nothing of failures' test "$(journalctl --unit=ssh --output=cat | grep -c '^Failed .* for .*\(ghost\|root\)')" = 0
check 'each session counts once all the same' test "$(sum)" -eq "$((before + 3))"
check 'by its name' bash -c 'grep -Eqx " +1  ghost" <<<"$1" && grep -Eqx " +1  root" <<<"$1"' _ "$out"
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever sees only own messages is refused' test "$?" -eq 3
finish
