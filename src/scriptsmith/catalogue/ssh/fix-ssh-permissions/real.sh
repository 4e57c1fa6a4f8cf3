#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
mkdir -p /run/sshd
ssh-keygen -q -A
/usr/sbin/sshd -o UseDNS=no
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
for each in ana ben tmp; do useradd --create-home --shell /bin/bash "$each"; done
ssh-keygen -q -t ed25519 -N '' -f ./key
mkdir ~ana/.ssh && cp key.pub ~ana/.ssh/authorized_keys && cp key ~ana/.ssh/id_ed25519 && cp key.pub ~ana/.ssh/id_ed25519.pub
touch ~ana/.ssh/known_hosts ~ana/.ssh/config
enters() { test "$(ssh -q -i ./key -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null ana@127.0.0.1 'echo in' </dev/null)" = in; }
shut() { ! enters; }
chown -R ana: ~ana && chmod 777 ~ana ~ana/.ssh && chmod 666 ~ana/.ssh/*
modes() { stat -c '%U %a %n' /home/ana /home/ana/.ssh /home/ana/.ssh/*; }
before=$(modes)

check 'sshd does not take the key at first' shut
check 'nor ssh the private one' bash -c '! su ana -c "ssh-keygen -yf /home/ana/.ssh/id_ed25519"'
run --user ana --dry-run
check 'a dry run changes nothing' test "$(modes)" = "$before"
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'sshd takes the key' enters
check 'and ssh the private one' su ana -c 'ssh-keygen -yf /home/ana/.ssh/id_ed25519'
check 'the modes are those that the help tells' test "$(stat -c %a /home/ana /home/ana/.ssh /home/ana/.ssh/{authorized_keys,config,id_ed25519,id_ed25519.pub,known_hosts} | paste -sd ' ')" = '755 700 600 600 600 644 644'
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
chmod -R u=rw,go= ~ana/.ssh
check 'nobody enters by a directory without its x' shut
run --user ana
check 'it is put right' test "$status:$(stat -c %a ~ana/.ssh)" = 0:700
check 'and sshd takes the key again' enters
chown -R root: ~ana/.ssh
check 'files that root copied are of no use to the user' bash -c '! su ana -c "cat ~/.ssh/config"'
run --user ana
check 'they are given to the user' test "$(stat -c %U:%G ~ana/.ssh ~ana/.ssh/* | sort -u)" = ana:ana
mkdir -m 777 ~ana/.ssh/more
run --user ana
check 'a directory in it is left alone, and told' test "$status:$(stat -c %a ~ana/.ssh/more):$(grep -c '^left alone, it is a directory: .*/more$' <<<"$err")" = 0:777:1
rmdir ~ana/.ssh/more
mount -t tmpfs -o mode=700,uid="$(id -u ana)" none ~ana/.ssh
setpriv --bounding-set -all --inh-caps -all bash "$SCRIPT" --user ana >.out 2>.err; status=$?
check 'a directory that root may not look into is not in order' test "$status:$(grep -c '^nothing to do' .out)" = 1:0
umount ~ana/.ssh
chown ben ~ana
check 'sshd takes no key from a home of somebody else' shut
run --user ana
check 'such a home is refused' test "$status" -eq 3
usermod --home /tmp tmp && mkdir /tmp/.ssh
run --user tmp
check 'a home that is a folder of all is refused' test "$status" -eq 3
check 'and keeps its mode' test "$(stat -c %a /tmp)" = 1777
finish
