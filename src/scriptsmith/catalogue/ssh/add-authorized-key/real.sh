#!/usr/bin/env bash
. "$HARNESS"
use ssh
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
useradd --create-home --shell /bin/bash ana
ssh-keygen -q -t ed25519 -N '' -C 'ana@laptop' -f ./key
enter() { ssh -q -i ./key -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "ana@127.0.0.1" 'echo in' </dev/null; }

check 'the key opens nothing at first' test "$(enter)" != in
run --user ana --key-file ./key.pub --dry-run
check 'a dry run changes nothing' test ! -e ~ana/.ssh
run --user ana --key-file ./key.pub
check 'it succeeds' test "$status" -eq 0
check 'the real sshd lets the key in' test "$(enter)" = in
check 'the files belong to the user, and to nobody else' test "$(stat -c '%U %a' ~ana/.ssh ~ana/.ssh/authorized_keys | paste -sd ' ')" = 'ana 700 ana 600'
run --user ana --key-file ./key.pub
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and adds nothing' test "$(wc -l <~ana/.ssh/authorized_keys)" -eq 1
chown root: ~ana/.ssh/authorized_keys
check 'of a file that sshd cannot read as the user the key opens nothing' test "$(enter)" != in
run --user ana --key-file ./key.pub
check 'its owner is set' test "$status:$(stat -c %U ~ana/.ssh/authorized_keys)" = 0:ana
check 'and the key opens again' test "$(enter)" = in
chown root: ~ana/.ssh ~ana/.ssh/authorized_keys; chmod 755 ~ana/.ssh; chmod 644 ~ana/.ssh/authorized_keys
check 'files of root that everybody may read are in order' test "$(enter)" = in
run --user ana --key-file ./key.pub
check 'and stay as they are' test "$status:$(stat -c %U ~ana/.ssh/authorized_keys)" = 0:root
chown ana: ~ana/.ssh ~ana/.ssh/authorized_keys; chmod 700 ~ana/.ssh; chmod 600 ~ana/.ssh/authorized_keys
sed -i 's/^/command="echo no" /' ~ana/.ssh/authorized_keys
check 'behind a command the real sshd opens no session' test "$(enter)" != in
run --user ana --key-file ./key.pub
check 'and the key is not said to be there' test "$status" -eq 3
sed -i 's/^command="echo no" //' ~ana/.ssh/authorized_keys
ssh-keygen -q -t rsa -b 2048 -N '' -f ./second
truncate -s -1 ~ana/.ssh/authorized_keys
run --user ana --key-file ./second.pub
check 'a last line without its end keeps its key' test "$(ssh-keygen -lf ~ana/.ssh/authorized_keys | wc -l)" -eq 2
run --user ana --key-file ./key
check 'a private key is refused' test "$status" -eq 3
cat ./key.pub ./second.pub >./both.pub
run --user ana --key-file ./both.pub
check 'two keys in a file too' test "$status" -eq 3
printf '\nMatch User ben\n  AuthorizedKeysFile /etc/ssh/keys/%%u\n' >>/etc/ssh/sshd_config
useradd --create-home carl
useradd --create-home ben
run --user ben --key-file ./key.pub
check 'one whose keys sshd reads elsewhere is refused' test "$status:$(grep -c '/etc/ssh/keys/' <<<"$err"):$(ls ~ben/.ssh 2>/dev/null)" = 3:1:
run --user carl --key-file ./key.pub
check 'another one is not' test "$status" -eq 0
check 'where everybody is let in nothing is told of it' test "$(grep -c 'let everybody in' <<<"$err")" = 0
sed -i '/^Match User ben/,$d' /etc/ssh/sshd_config
echo 'AllowGroups wheel' >>/etc/ssh/sshd_config
run --user carl --key-file ./key.pub
check 'where AllowGroups restricts it that is told' grep -q 'look whether it lets in carl: allowgroups wheel$' <<<"$err"
sed -i '/^AllowGroups wheel/d' /etc/ssh/sshd_config
chmod 777 ~carl
run --user carl --key-file ./key.pub
check 'a home that others may write is told where the key stands already' bash -c 'grep -q "mode 777" <<<"$1" && grep -q "^nothing to do" <<<"$2"' _ "$err" "$out"
cp ./key.pub /tmp/own.pub && cp "$SCRIPT" /tmp/script && chmod 644 /tmp/own.pub /tmp/script
(cd / && setpriv --reuid ben --regid ben --init-groups bash /tmp/script --user ben --key-file /tmp/own.pub --dry-run >/dev/null 2>/tmp/said)
check 'a user itself learns that sshd could not be asked' grep -q 'only root may ask sshd' /tmp/said
ln -s /etc ~ben/.ssh
run --user ben --key-file ./key.pub
check 'a linked folder is not followed' test "$status" -eq 3
check 'and nothing is written behind it' test ! -e /etc/authorized_keys
finish
