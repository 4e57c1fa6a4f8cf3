#!/usr/bin/env bash
. "$HARNESS"
use ssh
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
useradd --create-home --shell /bin/bash ana
mkdir ~ana/.ssh
for name in one two; do
  ssh-keygen -q -t ed25519 -N '' -C "ana@$name" -f ./$name
  printf '# from %s\n' $name >>~ana/.ssh/authorized_keys
  cat ./$name.pub >>~ana/.ssh/authorized_keys
done
chown -R ana: ~ana/.ssh
chmod 700 ~ana/.ssh
chmod 600 ~ana/.ssh/authorized_keys
enter() { ssh -q -i "./$1" -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "ana@127.0.0.1" 'echo in' </dev/null; }
fingerprint=$(ssh-keygen -lf ./one.pub | cut -d ' ' -f 2)

check 'both keys open a session at first' test "$(enter one)$(enter two)" = inin
run --user ana --key "$fingerprint" --dry-run
check 'a dry run changes nothing' test "$(enter one)" = in
run --user ana --key "$fingerprint"
check 'it succeeds' test "$status" -eq 0
check 'the real sshd refuses the key' test "$(enter one)" != in
check 'and lets the other one in' test "$(enter two)" = in
check 'owner and mode are as before' test "$(stat -c '%U %a' ~ana/.ssh/authorized_keys)" = 'ana 600'
check 'the former file is kept' bash -c 'grep -q ana@one /home/ana/.ssh/authorized_keys.before-*'
run --user ana --key "$fingerprint"
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
printf '%s\r\n' "$(cat ./one.pub)" >>~ana/.ssh/authorized_keys
check 'a line of Windows opens a session' test "$(enter one)" = in
run --user ana --key ana@one
check 'and is found by its comment' test "$status:$(enter one)" = 0:
run --user ana --key "${fingerprint:0:18}"
check 'a cut fingerprint is refused' test "$status" -eq 3
ssh-keygen -q -t ed25519 -N '' -C ana@two -f ./three
cat ./three.pub >>~ana/.ssh/authorized_keys
run --user ana --key ana@two
check 'what names two keys is refused' test "$status" -eq 3
sed -i '$d' ~ana/.ssh/authorized_keys
mkdir /etc/ssh/keys && cp ./two.pub /etc/ssh/keys/ana
cat ./two.pub >>~ana/.ssh/authorized_keys
cp ./one.pub /etc/ssh/ca.pub; printf 'AuthorizedKeysFile .ssh/authorized_keys /etc/ssh/keys/%%u\nTrustedUserCAKeys /etc/ssh/ca.pub\n' >/etc/ssh/sshd_config.d/10-test.conf
kill "$(pgrep -o -x sshd)"; await bash -c '! ss --no-header --listening --tcp sport = :22 | grep -q .'; /usr/sbin/sshd -o UseDNS=no
check 'a key that stands elsewhere opens too' bash -c "$(declare -f enter); mv /home/ana/.ssh/authorized_keys x; enter two; mv x /home/ana/.ssh/authorized_keys"
run --user ana --key ana@two
check 'that no key is left is said' grep -q '^warning: no key is left' <<<"$err"
check 'a CA by whose certificates one comes in all the same is told' grep -qx 'note: sshd also accepts certificates signed by the CA in /etc/ssh/ca.pub' <<<"$err"
check 'nobody enters any more' test "$(enter two)" != in
rm ~ana/.ssh/authorized_keys* /etc/ssh/sshd_config.d/10-test.conf && cp ./two.pub /etc/ssh/keys/ana
printf '\nMatch Group ana\n  AuthorizedKeysFile /etc/ssh/keys/%%u\n' >>/etc/ssh/sshd_config
kill "$(pgrep -o -x sshd)"; await bash -c '! ss --no-header --listening --tcp sport = :22 | grep -q .'; /usr/sbin/sshd -o UseDNS=no
check 'a key in the file of a Match block opens' test "$(enter two)" = in
run --user ana --key "$(cat ./two.pub)"
check 'and is found and removed' test "$status:$(grep -c '^removed from /etc/ssh/keys/ana: ' <<<"$out")" = 0:1
check 'so that it opens no longer' test "$(enter two)" != in
finish
