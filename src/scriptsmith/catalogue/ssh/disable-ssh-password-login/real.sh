#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
use systemd
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
systemctl start ssh
for each in ana ben cid; do useradd --create-home --shell /bin/bash "$each"; done
ssh-keygen -q -t ed25519 -N '' -f ./key
for each in ana cid; do install -D -o "$each" -g "$each" -m 600 key.pub "/home/$each/.ssh/authorized_keys" && chown "$each:" "/home/$each/.ssh"; done
to() { ssh -q -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -i ./key "$1@127.0.0.1" "${@:2}" </dev/null; }
offered() { ssh -o PreferredAuthentications=none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null ben@127.0.0.1 2>&1 | sed -n 's/.*Permission denied (\(.*\))\..*/\1/p'; }
refused() { # NAME WHY
  run --user "$1"
  check "$2 is refused" bash -c '[ "$1" -eq 3 ] && [ -z "$(ls /etc/ssh/sshd_config.d)" ]' _ "$status"
}

check 'passwords are taken at first' test "$(offered)" = publickey,password
run --user ana --dry-run
check 'a dry run writes nothing' test -z "$(ls /etc/ssh/sshd_config.d)"
refused ben 'a user without a key'
sed -i 's/^/command="echo forced" /' /home/ana/.ssh/authorized_keys
refused ana 'a key that opens no session'
sed -i 's/^command="echo forced" //' /home/ana/.ssh/authorized_keys
chmod o+w /home/cid
check 'sshd does not take a key from a home that others write' test "$(to cid echo in)" != in
refused cid 'a key that sshd does not trust'
sed -i '1i AuthorizedKeysFile /etc/ssh/keys/%u' /etc/ssh/sshd_config
refused ana 'a key where sshd does not look'
sed -i '1c AllowUsers root c*' /etc/ssh/sshd_config
refused ana 'a user whom sshd does not let in'
sed -i '1c PermitRootLogin no' /etc/ssh/sshd_config
install -D -m 600 key.pub /root/.ssh/authorized_keys
refused root 'root when root may not log in'
sed -i '1c PubkeyAuthentication no' /etc/ssh/sshd_config
refused ana 'an sshd that takes no keys'
sed -i '1c AuthenticationMethods publickey,password' /etc/ssh/sshd_config
refused ana 'an sshd that wants more than a key'
sed -i '1d; s/^KbdInteractiveAuthentication no/KbdInteractiveAuthentication yes/' /etc/ssh/sshd_config
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'sshd offers keys only' test "$(offered)" = publickey
check 'the key opens' test "$(to ana echo in)" = in
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
printf 'Match User ben\nPasswordAuthentication yes\n' >>/etc/ssh/sshd_config && systemctl reload ssh
run --user ana
await bash -c 'ssh -o PreferredAuthentications=none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null ben@127.0.0.1 2>&1 | grep -q password'
check 'whom a Match still allows passwords is told' grep -qx '/etc/ssh/sshd_config: Match User ben: PasswordAuthentication yes' <<<"$out"
sed -i '/^Match User ben/,$d' /etc/ssh/sshd_config
rm /etc/ssh/sshd_config.d/*
sed -i '/^Include/d' /etc/ssh/sshd_config
systemctl reload ssh
run --user ana
check 'without effect the file goes again' bash -c '[ "$1" -eq 1 ] && [ -z "$(ls /etc/ssh/sshd_config.d)" ]' _ "$status"
check 'and passwords are taken as before' grep -q password <<<"$(offered)"
finish
