#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
ssh-keygen -q -A; mkdir -p /run/sshd
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
for each in ana ben; do useradd --create-home "$each"; mkdir "/home/$each/.ssh"; done
ssh-keygen -q -t ed25519 -N '' -C 'first key' -f ./one
ssh-keygen -q -t ed25519 -N '' -C 'the intruder' -f ./two
run
check 'none is no finding' bash -c '[ "$1" = 0 ] && grep -qx "0 files looked at, 0 changed within 7 days" <<<"$2"' _ "$status" "$out"
cat one.pub two.pub >/home/ana/.ssh/authorized_keys
touch -d '2 years ago' /home/ana/.ssh/authorized_keys
mkdir -p /root/.ssh && cat one.pub >/root/.ssh/authorized_keys2
ln -s /home/ana/.ssh/authorized_keys /home/ben/.ssh/authorized_keys
run
check 'a time that was set back hides nothing' bash -c '[ "$1" = 1 ] && grep -q "  ana  /home/ana/.ssh/authorized_keys: 2 keys, the last one: the intruder$" <<<"$2"' _ "$status" "$out"
check 'root and the second file are looked at' grep -q '  root  /root/.ssh/authorized_keys2: 1 keys, the last one: first key$' <<<"$out"
check 'a link is followed' grep -q '  ben  /home/ben/.ssh/authorized_keys: 2 keys' <<<"$out"
check 'they are counted' grep -qx '3 files looked at, 3 changed within 7 days' <<<"$out"
check 'nothing is said of other places' test -z "$(grep '^note' <<<"$err")"
printf 'AuthorizedKeysFile /etc/ssh/keys/%%u\n' >/etc/ssh/sshd_config.d/10-test.conf
mkdir /etc/ssh/keys && cat two.pub >/etc/ssh/keys/ben
run
check 'a file elsewhere is looked at' grep -q '  ben  /etc/ssh/keys/ben: 1 keys, the last one: the intruder$' <<<"$out"
check 'and the homes all the same' grep -qx '4 files looked at, 4 changed within 7 days' <<<"$out"
printf 'Match User ben\n  AuthorizedKeysFile /etc/ssh/more/%%u\n' >/etc/ssh/sshd_config.d/20-test.conf
mkdir /etc/ssh/more && cat one.pub >/etc/ssh/more/ben
run
check 'that of a Match block too' grep -q '  ben  /etc/ssh/more/ben: 1 keys, the last one: first key$' <<<"$out"
rm /etc/ssh/sshd_config.d/*-test.conf
rm -r /run/sshd
run
check 'when sshd does not tell where it looks, that is said' grep -q '^note: sshd does not tell its settings' <<<"$err"
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
