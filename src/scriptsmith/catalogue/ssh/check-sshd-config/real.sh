#!/usr/bin/env bash
# packages: openssh-server
. "$HARNESS"
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
mkdir -p /run/sshd && ssh-keygen -q -A
says() { grep -Eqx "$1 +$2" <<<"$out"; }

run
check 'the configuration of the package is valid' bash -c '[ "$1" = 0 ] && grep -qx "valid: /etc/ssh/sshd_config (an sshd that runs may use older settings)" <<<"$2"' _ "$status" "$out"
check 'the defaults are filled in' says permitrootlogin '(without-password|prohibit-password)'
check 'there is no warning' test -z "$err"
printf 'Port 2022\nPasswordAuthentication no\nPermitEmptyPasswords yes\nAllowUsers ana ben\n' >/etc/ssh/sshd_config.d/10-test.conf
run
check 'an included file counts' says passwordauthentication no
check 'the port is shown' says port 2022
check 'and who may come in' bash -c 'grep -Eqx "allowusers +ana" <<<"$1" && grep -Eqx "allowusers +ben" <<<"$1"' _ "$out"
check 'empty passwords are warned of' grep -q '^warning: accounts with an empty password' <<<"$err"
check 'nothing holds for some only' test -z "$(grep '^for some' <<<"$out")"
printf 'TrustedUserCAKeys /etc/ssh/ca.pub\nAuthorizedKeysCommand /usr/bin/sss_ssh_authorizedkeys\nAuthorizedKeysCommandUser nobody\nMatch Address 10.0.0.0/8\n  PermitRootLogin yes\n' >/etc/ssh/sshd_config.d/15-match.conf
touch /etc/ssh/ca.pub; echo 'SSHD_OPTS="-o PasswordAuthentication=yes"' >/etc/default/ssh
run
check 'other ways in are shown' bash -c 'grep -Eqx "trustedusercakeys +/etc/ssh/ca.pub" <<<"$1" && grep -Eqx "authorizedkeyscommand +/usr/bin/sss_ssh_authorizedkeys" <<<"$1"' _ "$out"
check 'what holds for some only is told' grep -qx 'for some only: /etc/ssh/sshd_config.d/15-match.conf:5: PermitRootLogin yes' <<<"$out"
check 'options of the service are told' grep -qx 'options of the service win over the file: /etc/default/ssh: SSHD_OPTS="-o PasswordAuthentication=yes"' <<<"$out"
rm /etc/ssh/sshd_config.d/15-match.conf; echo 'SSHD_OPTS=""' >/etc/default/ssh
run
check 'none are none' test -z "$(grep '^options of' <<<"$out")"
printf 'Match User ana\n  PasswordAuthentification yes\n' >/etc/ssh/sshd_config.d/20-broken.conf
run
check 'a setting that is not known is a failure, in a Match block too' bash -c '[ "$1" = 1 ] && grep -q "20-broken.conf: line 2: Bad configuration option" <<<"$2"' _ "$status" "$err"
check 'and is not called valid' test -z "$(grep ^valid <<<"$out")"
rmdir /run/sshd
run
check 'an error is told also while the service is down' test "$status" -eq 1
rm /etc/ssh/sshd_config.d/*
run
check 'then a file without one is not called invalid' bash -c '[ "$1" = 3 ] && grep -q "was read without an error; /run/sshd is missing" <<<"$2"' _ "$status" "$err"
mkdir /run/sshd
printf 'Port 22\nHostKey /nowhere\n' >'./a file'
run --file './a file'
check 'a host key that is not there is a failure' test "$status" -eq 1
printf 'Port 4444\n' >'./a file'
run --file './a file'
check 'another file can be tested' says port 4444
check 'nothing runs afterwards' bash -c '! ss --no-header --listening --tcp | grep -q .'
finish
