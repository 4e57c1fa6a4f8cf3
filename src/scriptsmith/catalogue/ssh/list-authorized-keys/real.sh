#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
mkdir -p /run/sshd && ssh-keygen -q -A && /usr/sbin/sshd -o UseDNS=no
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
for each in ana ben; do useradd --create-home --shell /bin/bash "$each" && install -d -o "$each" -g "$each" -m 700 "/home/$each/.ssh"; done
ssh-keygen -q -t ed25519 -N '' -C 'ana@laptop' -f ./one
ssh-keygen -q -t rsa -b 2048 -N '' -C 'backup job' -f ./two
{ echo '# remark'; cat one.pub; printf 'from="127.0.0.1",command="echo forced" %s\n' "$(cat two.pub)"; echo 'ssh-ed25519 broken'; } >/home/ana/.ssh/authorized_keys
cat one.pub >/home/ben/.ssh/authorized_keys2
chown -R ana: /home/ana/.ssh && chown -R ben: /home/ben/.ssh
enters() { ssh -q -i "./$2" -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no "$1@127.0.0.1" true </dev/null; }
print=$(ssh-keygen -lf one.pub | cut -d ' ' -f 2)

check 'sshd lets both keys in' bash -c "$(declare -f enters); enters ana one && enters ana two"
run --user ana
check 'both are listed' bash -c '[ "$1" = 0 ] && grep -qx "2 keys may log in as ana" <<<"$2"' _ "$status" "$out"
check 'with fingerprint, comment and kind' grep -qxF "ana  256 $print ana@laptop (ED25519)  (/home/ana/.ssh/authorized_keys)" <<<"$out"
check 'a line that is no key is told' grep -q 'holds 1 lines that are no key' <<<"$err"
run
check 'of all users, with the second file' bash -c 'grep -q "^ben  256 .*authorized_keys2)$" <<<"$1" && grep -qx "3 keys may log in" <<<"$1"' _ "$out"
check 'nothing is said of other places' test -z "$(grep '^note' <<<"$err")"
printf 'AuthorizedKeysFile .ssh/authorized_keys /etc/ssh/keys/%%u\nAuthorizedKeysCommand /bin/false\nAuthorizedKeysCommandUser nobody\nTrustedUserCAKeys /etc/ssh/ca.pub\n' >/etc/ssh/sshd_config.d/10-test.conf
run
check 'a file elsewhere is looked at' bash -c 'mkdir /etc/ssh/keys && cp one.pub /etc/ssh/keys/ben && bash "$SCRIPT" --user ben | grep -q "^ben  256 .*(/etc/ssh/keys/ben)$"'
check 'and a CA' grep -qx 'note: sshd also accepts certificates signed by the CA in /etc/ssh/ca.pub' <<<"$err"
check 'and a command' grep -q '^note: sshd also asks /bin/false' <<<"$err"
printf 'AuthorizedKeysFile .ssh/authorized_keys\nMatch User cid\n  AuthorizedKeysFile /etc/ssh/keys/%%u\n' >/etc/ssh/sshd_config.d/10-test.conf
useradd --create-home --shell /bin/bash cid && cp two.pub /etc/ssh/keys/cid && pkill -HUP -f /usr/sbin/sshd
await bash -c "$(declare -f enters); enters cid two"
check 'a key in a place of one user alone lets in' enters cid two
run --user cid
check 'and is listed' grep -q '^cid  2048 .*(/etc/ssh/keys/cid)$' <<<"$out"
run
check 'also among those of all, and places of that user alone are not taken for those of others' test "$(grep -c '^cid .*(/etc/ssh/keys/cid)$' <<<"$out"):$(grep -c '^ben .*etc/ssh/keys' <<<"$out")" = 1:0
setpriv --reuid ben --regid ben --clear-groups bash "$SCRIPT" --user ana >/dev/null 2>&1
check 'whoever may not look gets a failure' test "$?" -eq 1
chmod 755 /home/ana/.ssh && chmod 700 /home/ana
setpriv --reuid ben --regid ben --clear-groups bash "$SCRIPT" --user ana >/dev/null 2>&1
check 'also where the home cannot be entered' test "$?" -eq 1
finish
